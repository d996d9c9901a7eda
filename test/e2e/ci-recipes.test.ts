import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { splitCommand } from '../../src/compose/targets/split-command.ts'
import { codeBlocks, root } from '../docs/markdown.ts'
import { agents, newProject } from './run-shinsa.ts'
import { whatIsWrongWithXml } from './well-formed-xml.ts'

const page = (path: string) => codeBlocks({ path, text: readFileSync(join(root, path), 'utf8') })
const blocks = page('docs/ci.md')

describe('the recipes for builds', () => {
  it('are the same ones in both languages', () => {
    expect(page('docs/ja/ci.md').map(({ code }) => code)).toEqual(blocks.map(({ code }) => code))
  })

  it('run as they stand, one after the other, and leave behind what they hand to the build server', async () => {
    const cases = ['Kyoto', 'Oslo'].map((id) => JSON.stringify({ id, input: id, expected: id.toUpperCase() }))
    const project = newProject({
      'evals/cases.jsonl': cases.join('\n'),
      'agent.mjs': agents.loud,
      'shinsa.config.ts': `export default { target: './agent.mjs', criteria: { exact_match: 1 } }`,
    })
    // The one with which a baseline is made comes first.
    const all = blocks.flatMap(commandLines)
    const byFirst = Map.groupBy(all, (line) => line.includes('accepted'))
    const lines = [...(byFirst.get(true) ?? []), ...(byFirst.get(false) ?? [])]
    expect(lines).toHaveLength(7)
    for (const line of lines) {
      const [command, ...args] = splitCommand(line)
      expect(command).toBe('shinsa')
      const { exitCode, stderr } = await project.runHere(...args)
      // Two cases cannot tell, and this one asks for certainty.
      expect([line, exitCode, stderr.match(/^(?:error|warning).*/m)?.[0]]).toEqual([
        line,
        line.includes('--when-unsure fail') ? 1 : 0,
        undefined,
      ])
    }
    for (const { artifacts } of jobs()) {
      for (const file of [...(artifacts?.paths ?? []), ...Object.values(artifacts?.reports ?? {})])
        expect(existsSync(join(project.folder, file))).toBe(true)
    }
    expect(whatIsWrongWithXml(project.read('report.xml'))).toBeUndefined()
  })

  it('give the action what it takes', () => {
    const { inputs } = parse(readFileSync(join(root, 'action/action.yml'), 'utf8')) as { readonly inputs: object }
    const given = jobs().flatMap(({ steps = [] }) => steps.filter(({ uses = '' }) => uses.endsWith('shinsa/action')))
    expect(given.flatMap((step) => Object.keys(step.with ?? {}).filter((name) => !(name in inputs)))).toEqual([])
    const text = readFileSync(join(root, 'docs/ci.md'), 'utf8')
    expect(Object.keys(inputs).filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([])
  })
})

type Step = { readonly run?: string; readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }
type Job = {
  readonly steps?: readonly Step[]
  readonly script?: readonly string[]
  readonly artifacts?: { readonly paths: readonly string[]; readonly reports: Readonly<Record<string, string>> }
}

/** The jobs of all workflows and pipelines in the page. */
function jobs(): readonly Job[] {
  const documents = blocks.filter(({ language }) => language === 'yaml').map(({ code }) => parse(code) as Document)
  return documents.flatMap(({ jobs: ofWorkflow, ...ofPipeline }) => Object.values(ofWorkflow ?? ofPipeline))
}
type Document = { readonly jobs?: Readonly<Record<string, Job>> } & Readonly<Record<string, Job>>

/** What a block runs of ours. */
function commandLines({ language, code }: (typeof blocks)[number]): readonly string[] {
  const shell = language === 'sh' ? code.split('\n') : scripts(parse(code) as Document)
  return shell.filter((line) => /^(?:npx )?shinsa /.test(line)).map((line) => line.replace(/^npx /, ''))
}

function scripts({ jobs: ofWorkflow, ...ofPipeline }: Document): readonly string[] {
  return Object.values(ofWorkflow ?? ofPipeline).flatMap(({ steps = [], script = [] }) => [
    ...script,
    ...steps.flatMap(({ run, uses = '', with: given }) => [
      ...(run === undefined ? [] : [run]),
      ...(uses.endsWith('shinsa/action') ? [`shinsa ${String(given?.['args'])}`] : []),
    ]),
  ])
}
