import { type Message, message } from '../../core/index.ts'

type LossKind = keyof typeof sentences

/** A test with something that is lost, and its place in the file. */
export type LossPlace = { readonly id: string; readonly place: () => string | undefined }

type PromptfooLossesLoss = {
  readonly kind: LossKind
  readonly what: string
  readonly places: Map<string, LossPlace['place']>
}

/** Collects what could not be converted: each kind once, with the tests that have it. */
export class LossesByKind {
  readonly #found = new Map<string, PromptfooLossesLoss>()

  add(kind: LossKind, what: string, { id, place }: LossPlace): void {
    const key = `${kind} ${what}`
    const found = this.#found.get(key) ?? { kind, what, places: new Map() }
    if (!found.places.has(id)) found.places.set(id, place)
    this.#found.set(key, found)
  }

  messages(): readonly Message[] {
    return [...this.#found.values()].map(({ kind, what, places }) =>
      sentences[kind]({ what, tests: shownPlaces(places) }),
    )
  }
}

/** `test-1 (promptfooconfig.yaml:12), test-2 …` */
function shownPlaces(places: PromptfooLossesLoss['places']): string {
  const first = [...places].slice(0, 5).map(([id, placeOf]) => {
    const place = placeOf()
    return place === undefined ? id : `${id} (${place})`
  })
  return `${first.join(', ')}${places.size > 5 ? ` … (${places.size})` : ''}`
}

const sentences = {
  assertion: (values) => message('the assertion {what} has no counterpart and is left out: {tests}', values),
  shown: (values) => message('{what} has no weight, it is only shown there, and left out: {tests}', values),
  setting: (values) => message('{what} of the test is left out: {tests}', values),
  graded: ({ tests }) =>
    message('thresholds of what a judge grades are left out, a rubric holds or does not: {tests}', { tests }),
  template: (values) => message('{what} in the prompt is not filled in: {tests}', values),
  message: (values) =>
    message('a message of {what} in the prompt is left out, it belongs to the agent: {tests}', values),
  threshold: (values) =>
    message(
      'the threshold {what} counts the checks in code only, what a judge grades has to hold beside it: {tests}',
      values,
    ),
} satisfies Record<string, (values: { readonly what: string; readonly tests: string }) => Message>
