import type { CaseCheck } from '../../core/case-assertions.ts'
import type { Content, EvalCase, JsonObject, Rubric, Scenario } from '../../core/index.ts'

/** A tool call that is expected: its name alone asks for no arguments in particular, and a RegExp among them must match. */
type CallInCode = string | { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }

/** Functions of one's own; under a name each is told by it. */
type ChecksInCode = CaseCheck | readonly CaseCheck[] | Readonly<Record<string, CaseCheck>>

/** A property that a judge checks. */
type RubricInCode = string | (Pick<Rubric, 'property'> & Partial<Rubric>)

type TurnInCode<Ask, Answer> = {
  readonly ask: Ask
  readonly answer?: Answer | undefined
  readonly calls?: readonly CallInCode[] | undefined
  readonly rubric?: RubricInCode | readonly RubricInCode[] | undefined
  readonly check?: ChecksInCode | undefined
}

type CaseInCodeTurns<One> = One | readonly (One | null | undefined)[]

/** A reference (a text or an object), several that are as right, or a pattern. */
type CaseInCodeAnswer = string | object | readonly (string | object)[] | RegExp

/** A text, a content with parts, or any other object, which the agent gets as `input`. */
type CaseInCodeAsk = string | Content | Readonly<Record<string, unknown>>

/**
 * A case written in code. What it does not state is not judged.
 *
 * @example { ask: 'How warm is it in Kyoto?', calls: [{ name: 'get_weather', args: { city: 'Kyoto' } }], answer: /34/ }
 */
export type CaseInCode<Ask = CaseInCodeAsk, Answer = CaseInCodeAnswer> =
  | EvalCase
  | {
      /** By which reports and `--filter` name it; made from the first message where it is not given. */
      readonly id?: string | undefined
      /** What the agent is told; a list has one turn each. */
      readonly ask?: Ask | TurnInCode<Ask, Answer> | readonly (Ask | TurnInCode<Ask, Answer>)[] | undefined
      /** In place of `ask`: a simulated user plays it. */
      readonly scenario?: Scenario | undefined
      /**
       * A text or an object is a reference, several are as right as each other, a RegExp must match. Where `ask` is a list it is the last answer,
       * or a list with one for each turn.
       */
      readonly answer?: CaseInCodeTurns<Answer> | undefined
      /** Of the whole conversation, exactly; with one list for each turn of these. */
      readonly calls?: readonly CallInCode[] | readonly (readonly CallInCode[] | null | undefined)[] | undefined
      readonly rubric?: RubricInCode | readonly RubricInCode[] | undefined
      /** What the session's state holds at the end; what else is in it does not matter. */
      readonly state?: Readonly<Record<string, unknown>> | undefined
      readonly check?: ChecksInCode | undefined
      readonly tags?: readonly string[] | undefined
      readonly session?:
        | { readonly state?: JsonObject; readonly appName?: string; readonly userId?: string; readonly id?: string }
        | undefined
      readonly metadata?: JsonObject | undefined
    }
