import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const program = fileURLToPath(new URL('../fixtures/targets/claude-code.mjs', import.meta.url))

/** A plugin with one skill: a case that should use it, and one that should not. */
const plugin = {
  'map/.claude-plugin/plugin.json': { name: 'map' },
  'map/skills/map/SKILL.md': '# map\n',
  'map/evals/draws/prompt.md':
    '---\nname: draws\ntags: [trigger]\nruns: 2\nallowed_tools: [Read, Skill]\n---\nWhich modules depend on each other?\n',
  'map/evals/draws/graders/fires.md':
    '---\ntype: tool_used\ntool: Skill\ninput_match: \'"skill"\\s*:\\s*"(?:[\\w-]+:)?map"\'\n---\nIt fires.\n',
  'map/evals/draws/graders/says.md': '---\ntype: regex\nflags: i\n---\nDEPENDS on\n',
  'map/evals/draws/graders/writes.md': '---\ntype: file_exists\npath: "*.md"\n---\n',
  'map/evals/draws/graders/installs.md': '---\ntype: file_exists\npath: "node_modules/**/*.md"\n---\n',
  'map/evals/draws/graders/inside.md':
    '---\ntype: regex\npattern: depends\nmatch: "count:1"\ntarget: { source: file, path: map.md }\n---\n',
  'map/evals/leaves/case.yaml': [
    'schema_version: "1.1"',
    'tags: [negative]',
    'execution: { prompt: What is 2 + 2?, allowed_tools: [Skill] }',
    'runs: 2',
    'graders:',
    '  - { type: tool_used, name: not-fired, tool: Skill, input_match: map, min: 0, max: 0 }',
    String.raw`  - { type: regex, name: four, pattern: '\b4\b' }`,
    '  - { type: tool_order, name: order, before: Read, after: Write, arm: both }',
  ].join('\n'),
}
const inCode = {
  'map.eval.ts': `import { pluginEvaluation } from 'shinsa/testing'
export default await pluginEvaluation('./map', { command: ['${process.execPath}', '${program}'] })
`,
}

describe('cases of claude plugin eval', () => {
  it('are played with the plugin and without, each session at home in a folder of its own', async () => {
    const project = newProject({ ...plugin, ...inCode })
    const { stdout, exitCode } = await project.start(['run', 'map.eval.ts', '--tag', 'trigger'], {
      environment: { MY_SECRET: 'x' },
    }).ended
    expect(stdout).toContain('map: with plugin: 2 of 2 results passed')
    expect(stdout).toContain('map: without plugin: 0 of 2 results passed')
    expect(stdout).toMatch(/skill_used +100 %/)
    const { stdout: shown } = await project.runHere('show', 'latest', 'draws')
    expect(shown).toContain('shinsa-plugin-')
    expect(shown).toContain('no secret')
    expect(exitCode).toBe(0)
  })

  it('do not take the beginning of a long file for all of it', async () => {
    const { 'map/evals/draws/prompt.md': _, ...others } = plugin
    const of = async (blanks: number) => {
      const grader = 'type: regex, pattern: secret, match: not_contains, target: { source: file, path: map.md }'
      const execution = `{ prompt: Which modules?, env: { EVAL_BLANKS: ${blanks} } }`
      const asked = `execution: ${execution}\nruns: 1\ngraders: [{ ${grader} }]`
      const project = newProject({ ...others, ...inCode, 'map/evals/draws/case.yaml': asked })
      return project.runHere('run', 'map.eval.ts', '--filter', 'draws')
    }
    expect((await of(10)).stdout).not.toContain('could not be read whole')
    expect((await of(300_000)).stdout).toContain('map.md could not be read whole')
  })

  it('are found by the plugin’s folder, and need what they ask for to be granted', async () => {
    const tools = '---\nallowed_tools: [Bash(git:*)]\n---\nCommit it.\n'
    const project = newProject({ ...plugin, 'map/evals/draws/prompt.md': tools })
    const { stdout, exitCode } = await project.runHere('run', 'map', '--filter', 'draws', '--repeat', '1')
    expect(stdout).toContain('draws needs what was not granted: Bash')
    expect(exitCode).toBe(1)
  })

  it('take any other agent, of which nothing is said about folders that it does not tell of', async () => {
    const project = newProject({
      ...plugin,
      'agent.ts':
        "export default () => ({ response: 'a depends on b', toolCalls: [{ name: 'Skill', args: { skill: 'map' } }] })\n",
    })
    const words = ['run', 'map/evals/draws/prompt.md', '--target', './agent.ts', '--repeat', '1'] as const
    const { stdout } = await project.runHere(...words)
    expect(stdout).toContain('The agent tells nothing of the folder in which it worked')
    expect(stdout).toMatch(/skill_used +100 %/)
  })

  it.each([
    ['no grader', { 'map/evals/a/prompt.md': 'Hi\n' }, 'each in a file graders/NAME.md'],
    ['no question', { 'map/evals/a/case.yaml': 'prompt: Hi\n' }, 'as prompt below execution in case.yaml'],
    [
      'a pattern that is none',
      { 'map/evals/a/case.yaml': 'execution: { prompt: x }\ngraders: [{ type: regex, pattern: "(" }]' },
      'graders.1',
    ],
    [
      'an unknown grader',
      { 'map/evals/a/case.yaml': 'execution: { prompt: x }\ngraders: [{ type: shell }]' },
      'regex, tool_used',
    ],
  ])('are refused with %s', async (_, files, problem) => {
    const { stderr, exitCode } = await newProject(files).runHere('run', 'map', '--target', './agent.ts')
    expect(stderr).toContain(problem)
    expect(exitCode).toBe(2)
  })
})
