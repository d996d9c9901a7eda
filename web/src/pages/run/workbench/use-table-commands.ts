import { useMemo } from 'react'
import { useOfferedCommands } from '../../../commands/offered-commands.ts'
import { fill, useWords } from '../../../words/language.tsx'
import { fieldName } from './condition-text.ts'
import { type Fields, caseGroupFields } from './fields.ts'
import { type TableView, scoreField, withCondition } from '../../../../../src/server/view/table-view.ts'

const verdicts = ['failed', 'error', 'not-evaluated', 'passed'] as const

/** What can be done with the table, by its name: the failures of each metric, verdicts, groups, and all of it undone. */
export function useTableCommands(fields: Fields, view: TableView, change: (view: TableView) => void): void {
  const { words } = useWords()
  const commands = useMemo(() => {
    const action = (text: string, after: TableView) => ({
      id: `action ${text}`,
      text,
      kind: words.commands.action,
      act: () => change(after),
    })
    return [
      ...fields.metrics
        .filter(({ applies, unit }) => applies && unit === undefined)
        .map(({ name }) => ({
          id: scoreField(name),
          text: name,
          kind: words.commands.metric,
          act: () => change(withCondition(view, scoreField(name), ['failed'])),
        })),
      ...verdicts.map((verdict) =>
        action(fill(words.commands.onlyVerdict, { verdict: words.verdict[verdict] }), { ...view, verdicts: [verdict] }),
      ),
      ...caseGroupFields(fields).map((field) =>
        action(fill(words.commands.groupBy, { field: fieldName(field, words) }), { ...view, group: field }),
      ),
      action(words.table.clear, { ...view, text: '', verdicts: [], conditions: [], group: '', sort: '', thenBy: '' }),
    ]
  }, [fields, view, change, words])
  useOfferedCommands(commands)
}
