import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Command, parseCommandLine } from '../../src/cli/command.ts'
import { splitCommand } from '../../src/compose/targets/split-command.ts'
import { reviewMeasures } from '../../src/packs/review/gate-measures.ts'
import { parseGateRules } from '../../src/runner/index.ts'
import { agreementGate } from '../../src/workspace/judging/validate-judge.ts'
import { codeBlocks, pages, prose, root, type Page } from './markdown.ts'

describe('the command lines in the pages', () => {
  it('name commands and flags that there are', async () => {
    const commands = await commandsByName()
    const quoted = pages().flatMap((page) => commandLines(page).map((line) => ({ line, path: page.path })))
    expect(quoted.length).toBeGreaterThan(40)
    const broken = quoted.flatMap(({ line, path }) =>
      problemOf(line, commands).map((problem) => `${path}: ${line}: ${problem}`),
    )
    expect(broken).toEqual([])
  })
})

async function commandsByName(): Promise<ReadonlyMap<string, Command>> {
  const files = globSync('src/cli/commands/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const modules = await Promise.all(
    files.map(async (file) => (await import(`${root}${file}`)) as Record<string, unknown>),
  )
  const commands = modules.flatMap((module) => Object.values(module).filter(isCommand))
  return new Map(commands.map((command) => [command.name, command]))
}

function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && 'run' in value && 'operands' in value
}

/** `shinsa …` in shell blocks and in the text, without what the shell does around it. */
function commandLines(page: Page): readonly string[] {
  const blocks = codeBlocks(page).filter(({ language }) => ['sh', 'yaml'].includes(language))
  const shell = blocks.flatMap(({ code }) => code.split('\n'))
  const inline = [...prose(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...shell, ...inline].flatMap((line) => shinsaArguments(line) ?? [])
}

function shinsaArguments(line: string): string | undefined {
  const start =
    /^(?:- run: |\$ )?(?:\w+=\S+ )*(?:npx |npm run --silent (?:--prefix \S+ )?shinsa -- |shinsa )(?:shinsa )?(.*)$/.exec(
      line.trim(),
    )
  const command = start?.[1] ?? /&& shinsa (.*)$/.exec(line)?.[1]
  return command?.replace(/\s+(?:&&|\|\|?|>|#|;).*$/, '')
}

function problemOf(line: string, commands: ReadonlyMap<string, Command>): readonly string[] {
  const [first = '', ...rest] = splitCommand(line)
  const isGroup = commands.has(`${first} ${rest[0]}`)
  const [name, args] = isGroup ? [`${first} ${rest[0]}`, rest.slice(1)] : [first, rest]
  if (['--help', '--version'].includes(name)) return []
  // In a sentence these stand for any command.
  if (name === 'COMMAND' || name === '…') return []
  const command = commands.get(name)
  if (command === undefined) return [`there is no command ${name}`]
  try {
    const { flags } = parseCommandLine(command, args)
    const rules = flags['fail-on']
    if (typeof rules !== 'string' || rules === 'RULES') return []
    if (name === 'judge') agreementGate(rules)
    else parseGateRules(rules.split(','), [reviewMeasures])
    return []
  } catch (error) {
    return [String(error)]
  }
}
