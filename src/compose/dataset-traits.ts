import { z } from 'zod'
import { type EvalCase, type Rubric, textOf, expectedCallsOf } from '../core/index.ts'
import { packs } from '../packs/index.ts'

/** Expectations of a case that only some metrics read. */
const ownFields = ['response', 'toolCalls', 'finalState', 'keyPoints', 'workspaceChecks', 'skills'] as const
export type OwnField = (typeof ownFields)[number]
/** Expectations in a case's metadata that metrics of packs read. */
const packFields = packs.flatMap(({ expectations = {} }) => Object.keys(expectations))

/** What the references of a dataset state: calls, or that there are none; responses. */
export const ReferenceKinds = z.object({ tools: z.boolean(), answers: z.boolean() })
export type ReferenceKinds = z.infer<typeof ReferenceKinds>

export type DatasetTraits = {
  note(evalCase: EvalCase): void
  readonly expects: ReferenceKinds
  /** Counts the rubrics of cases and turns by type; '' for those without one. */
  readonly rubricTypes: ReadonlyMap<string, number>
  /** Keys of metadata outside our format. */
  readonly metadata: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, number>
}

/** @param known findings of another process about the same dataset */
export function datasetTraits(known: Partial<Pick<DatasetTraits, 'expects'>> = {}): DatasetTraits {
  const rubricTypes = new Map<string, number>()
  const metadata = new Set<string>()
  const counts = new Map<string, number>()
  const expects = { tools: false, answers: false, ...known.expects }
  const noteRubrics = (rubrics: readonly Rubric[] = []): void => {
    for (const { type = '' } of rubrics) rubricTypes.set(type, (rubricTypes.get(type) ?? 0) + 1)
  }
  return {
    note(evalCase) {
      const { conversation = [], rubrics, metadata: given = {} } = evalCase
      for (const field of fieldsIn(evalCase)) counts.set(field, (counts.get(field) ?? 0) + 1)
      noteRubrics(rubrics)
      for (const turn of conversation) {
        noteRubrics(turn.rubrics)
        expects.tools ||= turn.steps !== undefined
        expects.answers ||= (textOf(turn.finalResponse) ?? '') !== ''
      }
      for (const name of Object.keys(given)) metadata.add(name)
    },
    expects,
    rubricTypes,
    metadata,
    fields: counts,
  }
}

function fieldsIn({ conversation = [], finalSessionState, metadata = {} }: EvalCase): readonly string[] {
  const has: Readonly<Record<OwnField, boolean>> = {
    response: conversation.some(({ finalResponse }) => (textOf(finalResponse) ?? '') !== ''),
    toolCalls: conversation.some((turn) => expectedCallsOf(turn).length > 0),
    finalState: finalSessionState !== undefined,
    keyPoints: (metadata['key_points'] ?? null) !== null,
    workspaceChecks: hasChecks(metadata['workspace']),
    skills: (metadata['skills'] ?? null) !== null,
  }
  return [
    ...ownFields.filter((field) => has[field]),
    ...packFields.filter((field) => (metadata[field] ?? null) !== null),
  ]
}

function hasChecks(workspace: unknown): boolean {
  return typeof workspace === 'object' && workspace !== null && 'check' in workspace
}
