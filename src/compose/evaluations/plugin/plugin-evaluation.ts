import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { EvalError, message } from '../../../core/index.ts'
import type { CaseInCode } from '../../../formats/code/case-in-code.ts'
import { skillUsed } from '../../../metrics/trajectory/skill-used.ts'
import { type EvaluationInCode, evaluation } from '../evaluation.ts'
import { type ClaudeCodeOptions, claudeCode } from './claude-code.ts'
import { type PluginCase, pluginAbove, pluginCases } from './plugin-cases.ts'
import { type PluginGrader, checkOf, rubricOf } from './plugin-graders.ts'

type PluginEvaluationOptions = ClaudeCodeOptions & {
  /** Defaults to the name of the plugin's folder. */
  readonly name?: string
  /** Repeats of each case; defaults to the most that a case asks for. */
  readonly repeat?: number
}

/**
 * Makes an evaluation of the cases of `claude plugin eval`: Claude Code with the plugin and without. Graders become
 * checks, those of a model rubrics, and calls of a skill `skill_used`, only in the arm with the plugin.
 *
 * @param folder the plugin's folder, or the folder of its evals
 * @throws {EvalError} `format` with file and field for an unreadable case
 * @example
 * const plugin = await pluginEvaluation('./plugins/map', { allowTools: ['Bash'], scaffold: true })
 */
export async function pluginEvaluation(
  folder: string,
  { name, repeat, ...options }: PluginEvaluationOptions = {},
): Promise<EvaluationInCode> {
  const evals = evalsOf(resolve(folder))
  const cases = await pluginCases(evals)
  if (cases.length === 0) throw new EvalError('format', message('{folder}: there is no case below it', { folder }))
  return evaluation(name ?? basename(pluginAbove(evals) ?? evals), {
    arms: {
      'with plugin': claudeCode(cases, true, options),
      'without plugin': claudeCode(cases, false, options),
    },
    cases: cases.map(caseInCode),
    metrics: [skillUsed()],
    repeat: repeat ?? Math.max(...cases.map(({ runs }) => runs)),
  })
}

function evalsOf(folder: string): string {
  const below = join(folder, 'evals')
  return existsSync(below) ? below : folder
}

function caseInCode(given: PluginCase): CaseInCode {
  const { id, prompt, tags, graders, description } = given
  const skills = skillsOf(given)
  const others = graders.filter((grader) => !skills.graders.has(grader))
  const rubric = others.flatMap((grader) => rubricOf(grader) ?? [])
  const checks = others.flatMap((grader) => {
    const check = checkOf(grader)
    return check === undefined ? [] : [[grader.name, check] as const]
  })
  return {
    id,
    ask: prompt,
    tags,
    ...(rubric.length > 0 && { rubric }),
    ...(checks.length > 0 && { check: Object.fromEntries(checks) }),
    metadata: {
      ...(description !== undefined && { description }),
      ...(skills.graders.size > 0 && { skills: { used: skills.used, unused: skills.unused } }),
    },
  }
}

/** Finds graders about a skill of the plugins, or about all; they do not apply without the plugin. */
function skillsOf({ graders, plugins }: PluginCase) {
  const known = plugins.flatMap((plugin) => skillsIn(plugin))
  const [used, unused] = [new Set<string>(), new Set<string>()]
  const found = new Set<PluginGrader>()
  for (const grader of graders) {
    if (grader.type !== 'tool_used' || grader.tool !== 'Skill' || grader.arm === 'both') continue
    const pattern = new RegExp(grader.input_match ?? '')
    const meant = known.filter(({ skill, plugin }) =>
      [skill, `${plugin}:${skill}`].some((one) => pattern.test(JSON.stringify({ skill: one }))),
    )
    const isNever = grader.max === 0
    // Where several skills match, the check counts them.
    if (meant.length === 0 || (meant.length > 1 && !isNever)) continue
    found.add(grader)
    for (const { skill } of meant) (isNever ? unused : used).add(skill)
  }
  return { used: [...used], unused: [...unused], graders: found }
}

function skillsIn(plugin: string): readonly { readonly skill: string; readonly plugin: string }[] {
  const place = join(plugin, 'skills')
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter((name) => existsSync(join(place, name, 'SKILL.md')))
    .map((skill) => ({ skill, plugin: basename(plugin) }))
}
