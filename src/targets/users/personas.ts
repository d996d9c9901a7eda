import { type InstructionLanguage, type Persona, type Scenario, EvalError, message } from '../../core/index.ts'
import { behavior, type BehaviorKind } from '../instructions/persona-behaviors.ts'

type Character = {
  readonly description: Readonly<Record<InstructionLanguage, string>>
  readonly kinds: readonly BehaviorKind[]
}

const characters = {
  EXPERT: {
    description: {
      en: 'You know exactly what you want and how it is done, and you notice when the agent is wrong.',
      ja: 'あなたは何をどうしてほしいかを正確に知っており、エージェントの誤りに気づく。',
    },
    kinds: [
      'advance_with_details',
      'answer_relevant_only',
      'correct_agent',
      'troubleshoot_once',
      'end_after_second_failure',
      'tone_professional',
    ],
  },
  NOVICE: {
    description: {
      en: 'You are new to this, rely on the agent, answer patiently, and cannot tell when it is wrong or help it.',
      ja: 'あなたは不慣れでエージェントを頼りにし、質問には根気よく答えるが、誤りを正したり助けたりはできない。',
    },
    kinds: [
      'advance_with_goal_only',
      'do_not_correct_agent',
      'answer_all',
      'end_after_first_failure',
      'tone_conversational',
    ],
  },
  EVALUATOR: {
    description: {
      en: 'You want to find out whether the agent gets the plan done on its own.',
      ja: 'あなたはエージェントが自力で計画を達成できるかを確かめたい。',
    },
    kinds: [
      'advance_with_details',
      'answer_relevant_only',
      'end_after_first_failure',
      'do_not_correct_agent',
      'tone_conversational',
    ],
  },
} as const satisfies Record<string, Character>

const anyone: Character = {
  description: {
    en: 'You are an ordinary user with the goals of the plan.',
    ja: 'あなたは計画の目標を持つ普通の利用者である。',
  },
  kinds: [
    'advance_with_details',
    'answer_relevant_only',
    'correct_agent',
    'troubleshoot_once',
    'end_after_second_failure',
    'tone_conversational',
  ],
}

/**
 * Returns a built-in persona: `EXPERT`, `NOVICE` or `EVALUATOR`. Its texts may contain `{{ stop_signal }}`.
 *
 * @throws {EvalError} `format` for an unknown name
 */
export function builtInPersona(id: string, language: InstructionLanguage = 'en'): Persona {
  const character = Object.entries(characters).find(([name]) => name === id)?.[1]
  if (character !== undefined) return personaOf(id, character, language)
  throw new EvalError('format', message('there is no persona {persona}', { persona: id }), {
    hint: message('There is: {known}', { known: Object.keys(characters).join(', ') }),
  })
}

/** Returns a scenario's own persona, the built-in one that it names, or an ordinary user. */
export function personaFor({ persona }: Scenario, language: InstructionLanguage = 'en'): Persona {
  if (persona === undefined) return personaOf('', anyone, language)
  return typeof persona === 'string' ? builtInPersona(persona, language) : persona
}

export function withStopSignal({ id, description, behaviors }: Persona, stopSignal: string): Persona {
  const fill = (text: string) => text.replaceAll(/\{\{ *stop_signal *\}\}/g, () => stopSignal)
  return {
    id,
    description: fill(description),
    behaviors: behaviors.map((one) => ({
      name: fill(one.name),
      description: fill(one.description),
      instructions: one.instructions.map(fill),
      violations: one.violations.map(fill),
    })),
  }
}

function personaOf(id: string, { description, kinds }: Character, language: InstructionLanguage): Persona {
  return { id, description: description[language], behaviors: kinds.map((kind) => behavior(kind, language)) }
}
