import type { CaseCheck } from '../../core/case-assertions.ts'
import type { Content, EvalCase, JsonObject, Rubric, Scenario } from '../../core/index.ts'

/** An expected tool call. A name alone accepts any arguments; a RegExp among the arguments must match. */
type CallInCode = string | { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }

type ChecksInCode = CaseCheck | readonly CaseCheck[] | Readonly<Record<string, CaseCheck>>

type RubricInCode = string | (Pick<Rubric, 'property'> & Partial<Rubric>)

type TurnInCode<Ask, Answer> = {
  readonly ask: Ask
  readonly answer?: Answer | undefined
  readonly calls?: readonly CallInCode[] | undefined
  readonly rubric?: RubricInCode | readonly RubricInCode[] | undefined
  readonly check?: ChecksInCode | undefined
}

type CaseInCodeTurns<One> = One | readonly (One | null | undefined)[]

/** A reference (text or object), several equally right references, or a pattern. */
type CaseInCodeAnswer = string | object | readonly (string | object)[] | RegExp

/** A text, a content with parts, or any other object, which the agent receives as `input`. */
type CaseInCodeAsk = string | Content | Readonly<Record<string, unknown>>

/**
 * A case written in code. Fields that it leaves out are not judged.
 *
 * @example { ask: 'How warm is it in Kyoto?', calls: [{ name: 'get_weather', args: { city: 'Kyoto' } }], answer: /34/ }
 */
export type CaseInCode<Ask = CaseInCodeAsk, Answer = CaseInCodeAnswer> =
  | EvalCase
  | {
      /** Names the case in reports and in `--filter`; derived from the first message when it is not given. */
      readonly id?: string | undefined
      /** The user's message; a list has one entry per turn. */
      readonly ask?: Ask | TurnInCode<Ask, Answer> | readonly (Ask | TurnInCode<Ask, Answer>)[] | undefined
      /** Lets a simulated user play the conversation, in place of `ask`. */
      readonly scenario?: Scenario | undefined
      /**
       * The expected answer: a reference text or object, a list of equally right references, or a RegExp that must
       * match. When `ask` is a list, it is the last answer, or a list with one entry per turn.
       */
      readonly answer?: CaseInCodeTurns<Answer> | undefined
      /** The exact tool calls of the whole conversation; a list of lists has one list per turn. */
      readonly calls?: readonly CallInCode[] | readonly (readonly CallInCode[] | null | undefined)[] | undefined
      readonly rubric?: RubricInCode | readonly RubricInCode[] | undefined
      /** Values that the session's state must hold at the end; other keys in it are ignored. */
      readonly state?: Readonly<Record<string, unknown>> | undefined
      readonly check?: ChecksInCode | undefined
      readonly tags?: readonly string[] | undefined
      readonly session?:
        | { readonly state?: JsonObject; readonly appName?: string; readonly userId?: string; readonly id?: string }
        | undefined
      readonly metadata?: JsonObject | undefined
    }
