import { z } from 'zod'
import { type Evidence, type Metric, type ToolCall, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { callsOfAll, whyCallsUnknown } from '../shared/known-calls.ts'

type SkillUsedOptions = {
  /** The skills to check; all of them by default. */
  readonly skills?: readonly string[] | undefined
}

const name = 'skill_used'

/** The form of `metadata.skills`: the complete list of skills to use, or the used and the unused ones. */
const ExpectedSkills = z.union([
  z.array(z.string()),
  z.strictObject({ used: z.array(z.string()).default([]), unused: z.array(z.string()).default([]) }),
])

/**
 * Scores a conversation 1 when the agent used the skills that the case names in `metadata.skills` and left the others alone,
 * else 0. A list names all that are to be used (`[]`: none, a negative trigger); `{ used, unused }` leaves the rest open. A
 * skill is used by a call of a tool for skills, or by reading its SKILL.md. Not evaluated where calls are unknown, and,
 * without weight, where the agent says that it had none of these skills.
 *
 * @example
 * const evalCase = { ask: 'Where do these modules depend on each other?', metadata: { skills: ['map'] } }
 */
export function skillUsed({ skills }: SkillUsedOptions = {}): Metric {
  return {
    name,
    score(evalCase, { invocations }) {
      const stated = ExpectedSkills.safeParse(evalCase.metadata?.['skills']).data
      if (stated === undefined) {
        return {
          status: 'not-evaluated',
          metric: name,
          reason: message('The case says nothing about skills'),
          informational: true,
        }
      }
      const calls = callsOfAll(invocations)
      if (calls === undefined) return { status: 'not-evaluated', metric: name, reason: whyCallsUnknown(invocations) }
      const used = new Set(calls.flatMap(skillsOf))
      const expected = expectationsOf(stated, [...used], skills?.map(plainName))
      const offered = z.array(z.string()).safeParse(invocations.at(-1)?.metadata?.['skills']).data?.map(plainName)
      if (offered !== undefined && expected.length > 0 && expected.every(({ skill }) => !offered.includes(skill))) {
        const reason = message('The agent had none of these skills')
        return { status: 'not-evaluated', metric: name, reason, informational: true }
      }
      const wrong = expected.filter(({ skill, isWanted }) => used.has(skill) !== isWanted)
      const [first] = wrong
      return {
        status: 'scored',
        metric: name,
        value: first === undefined ? 1 : 0,
        passed: first === undefined,
        ...(first !== undefined && { reason: whyWrong(first) }),
        evidence: [evidenceOf(expected, used)],
      }
    },
  }
}

type ExpectedSkill = { readonly skill: string; readonly isWanted: boolean }

function expectationsOf(
  stated: z.infer<typeof ExpectedSkills>,
  used: readonly string[],
  only: readonly string[] | undefined,
): readonly ExpectedSkill[] {
  const wanted = new Set((Array.isArray(stated) ? stated : stated.used).map(plainName))
  const others = Array.isArray(stated) ? (only ?? used) : stated.unused.map(plainName)
  const all = [...wanted, ...new Set(others.filter((skill) => !wanted.has(skill)))]
  return all
    .filter((skill) => only === undefined || only.includes(skill))
    .map((skill) => ({ skill, isWanted: wanted.has(skill) }))
}

function plainName(skill: string): string {
  return skill.slice(skill.lastIndexOf(':') + 1)
}

const nameFields = ['skill', 'skill_name', 'skillName', 'command', 'name']

function skillsOf({ name: tool, args }: ToolCall): readonly string[] {
  const values = isObject(args) ? args : {}
  if (/^(?:use_|activate_|load_)?skills?$/i.test(tool)) {
    const named = nameFields.map((field) => values[field]).find((value) => typeof value === 'string')
    return named === undefined ? [] : [plainName(named.replace(/^\//, ''))]
  }
  return Object.values(values).flatMap((value) => {
    const path = typeof value === 'string' ? value.split(/[\\/]/) : []
    const folder = path.at(-2)
    return path.at(-1) === 'SKILL.md' && folder !== undefined ? [folder] : []
  })
}

function whyWrong({ skill, isWanted }: ExpectedSkill) {
  return isWanted
    ? message('The skill {skill} was not used', { skill })
    : message('The skill {skill} was used and should not be', { skill })
}

function evidenceOf(expected: readonly ExpectedSkill[], used: ReadonlySet<string>): Evidence {
  return {
    kind: 'verdicts',
    rows: expected.map(({ skill, isWanted }) => ({
      subject: skill,
      label: used.has(skill) ? 'used' : 'not used',
      value: used.has(skill) === isWanted ? 1 : 0,
      passed: used.has(skill) === isWanted,
    })),
  }
}
