import type { ToolCall } from '../../../../src/core/invocation.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import type { ToolCallRow } from '../../../../src/core/score.ts'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { say } from '../../words/say.ts'

/** How a call compares with the expected one. */
export const callVerdicts = {
  matched: { sign: '✓', name: 'matched' },
  missing: { sign: '−', name: 'missing' },
  extra: { sign: '+', name: 'extra' },
  'wrong-args': { sign: '≠', name: 'other arguments' },
  'wrong-order': { sign: '↕', name: 'other order' },
  forbidden: { sign: '✕', name: 'forbidden' },
} as const

/** Expected and actual tool calls side by side, in the metric's alignment. */
export function ToolCallDiff({ rows }: { readonly rows: readonly ToolCallRow[] }) {
  return (
    <PlainTable
      title={say('Tool calls')}
      className="case-calls"
      heads={[say('Verdict'), say('Expected'), say('Actual')]}
      rows={rows.map(({ verdict, expected, actual, differences = [] }, key) => {
        const differs = new Set(differences.map(({ path }) => path.split(/[.[]/, 1)[0] ?? ''))
        return {
          key,
          data: { 'data-of': verdict },
          cells: [
            <>
              <span aria-hidden="true">{callVerdicts[verdict].sign}</span> {say(callVerdicts[verdict].name)}
            </>,
            <Call key="expected" call={expected} differs={differs} />,
            <Call key="actual" call={actual} differs={differs} />,
          ],
        }
      })}
    />
  )
}

function Call({ call, differs }: { readonly call: ToolCall | undefined; readonly differs: ReadonlySet<string> }) {
  if (call === undefined) return <span className="soft">{say('nothing')}</span>
  const args = Object.entries(call.args ?? {})
  return (
    <div className="foreign">
      <code>{call.name}</code>
      {call.malformed !== undefined && <pre className="foreign">{call.malformed}</pre>}
      {args.length > 0 && (
        <ul className="small">
          {args.map(([name, value]) => (
            <li key={name}>
              {differs.has(name) ? (
                <mark>{`${name}: ${stringifyJson(value)}`}</mark>
              ) : (
                `${name}: ${stringifyJson(value)}`
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
