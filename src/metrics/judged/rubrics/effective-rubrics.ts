import { type EvalCase, type Invocation, type Rubric, EvalError, message } from '../../../core/index.ts'

/**
 * Returns the rubrics that apply to a turn by ADK's rules: all of the criterion, and those of the case and of the
 * reference turn that have the metric's type. A rubric without a type belongs to no metric.
 *
 * @throws {EvalError} `format` when two of them have the same id
 */
export function effectiveRubrics(
  criterion: readonly Rubric[],
  caseAndTurn: readonly Rubric[],
  type: string,
): readonly Rubric[] {
  const rubrics = [...criterion, ...caseAndTurn.filter((rubric) => rubric.type === type)]
  assertDistinct(rubrics)
  return rubrics
}

/**
 * Returns the rubrics of a case and of one of its reference turns.
 *
 * @throws {EvalError} `format` when two of them have the same id, also with different types
 */
export function rubricsOfTurn(evalCase: EvalCase, expected: Invocation | undefined): readonly Rubric[] {
  const rubrics = [...(evalCase.rubrics ?? []), ...(expected?.rubrics ?? [])]
  assertDistinct(rubrics, evalCase.id)
  return rubrics
}

function assertDistinct(rubrics: readonly Rubric[], caseId?: string): void {
  const seen = new Set<string>()
  for (const { id } of rubrics) {
    if (seen.has(id)) throw duplicate(id, caseId)
    seen.add(id)
  }
}

function duplicate(rubric: string, caseId: string | undefined): EvalError {
  const sentence =
    caseId === undefined
      ? message('There are two rubrics with the id {rubric}', { rubric })
      : message('Case {case} has two rubrics with the id {rubric}', { case: caseId, rubric })
  return new EvalError('format', sentence, {
    hint: message('Give every rubric of the criterion, the case and its turns an id of its own.'),
  })
}
