import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Project, newProject, turn, until } from './run-shinsa.ts'

const shipped = fileURLToPath(new URL('../../examples/document-review/', import.meta.url))

describe('a reviewer of one’s own', () => {
  it.each([
    [
      'reads its input to the end',
      `import json, sys
task = json.load(sys.stdin)
text = open(task["document_paths"][0], "rb").read()
print(json.dumps({
    "result": "pass" if len(text) > 0 else "fail",
    "confidence": 0.9,
    "explanation": task["check_name"],
    "citations": ["a line"],
}, indent=2))`,
    ],
    [
      'reads line by line, and stays for more',
      `import json, sys
for line in sys.stdin:
    task = json.loads(json.loads(line)["message"])
    print(json.dumps({"result": "pass", "confidence": 0.9, "explanation": task["check_name"], "citations": ["a line"]}), flush=True)`,
    ],
    [
      'talks before it answers',
      `import json, sys
print("Loading the model ...")
task = json.load(sys.stdin)["input"]
print("<<JSON_START>>")
print(json.dumps({"result": "pass", "confidence": 0.9, "explanation": task["check_name"], "citations": ["a line"]}, indent=1))
print("<<JSON_END>>")`,
    ],
  ])('in Python is evaluated when it %s', async (_, program) => {
    const project = reviewProject({ 'reviewer.py': program })
    const { stdout, stderr } = await review(project, 'command:python3 reviewer.py', '--experiment', 'accuracy')
    expect(stderr).toBe('agent: python3 reviewer.py\n')
    expect(stdout).toContain('Accuracy:')
    expect(stdout).not.toContain('invalid output')
    const answer = { result: 'pass', confidence: 0.9, citations: ['a line'] }
    expect(JSON.parse(project.read('out.json'))).toMatchObject({
      case_results: [{ agent_output: answer }, { agent_output: answer }, { agent_output: answer }],
    })
  })

  it('that never answers stops the run early, and the reason is said', async () => {
    const project = reviewProject({ 'reviewer.sh': 'cat > /dev/null; sleep 600\n' })
    const suite = 'six_buildings_suite.json'
    const options = ['--suite', suite, '--target', 'command:sh reviewer.sh', '--timeout', '1', '-j', '2']
    const { exitCode, stderr } = await project.run('review', ...options)
    expect({ exitCode, stderr: stderr.replaceAll(/\d{8}-\d{6}-\w+/g, 'RUN') }).toMatchInlineSnapshot(`
      {
        "exitCode": 2,
        "stderr": "agent: sh reviewer.sh
      error: sh reviewer.sh answered none of the first 3 cases within the time limit, so the run was stopped
      hint: See why it hangs, or raise the time limit (--timeout SECONDS, in code \`timeoutMs\`); \`shinsa resume RUN\` asks the rest.
      ",
      }
    `)
  })

  it('answers cases of several turns only line by line; one that does not is told of while it waits', async () => {
    const project = newProject({
      'talk.evalset.json': {
        eval_set_id: 't',
        eval_cases: [{ eval_id: 'two', conversation: [turn('a', 'a'), turn('b', 'b')] }],
      },
      'agent.py': 'import json, sys\nprint(json.dumps(json.load(sys.stdin)["message"]))\n',
      'shinsa.config.mjs':
        'export default { target: { command: ["python3", "agent.py"], silenceMs: 50 }, criteria: { response_match_score: 1 } }\n',
    })
    const running = project.start(['run', 'talk.evalset.json'])
    let stderr = ''
    running.child.stderr?.on('data', (text: string) => {
      stderr += text
    })
    await until(() => /hint: It may only be slow.*\n/.test(stderr))
    running.child.kill('SIGINT')
    await running.ended
    expect(
      stderr
        .split('\n')
        .filter((line) => /^(warning|hint):/.test(line))
        .join('\n'),
    ).toMatchInlineSnapshot(`
      "warning: python3 has answered nothing within 0.05 s of its first message
      hint: It may only be slow. But its input stays open for the messages that follow: a program that reads its input to the end, or does not flush what it prints, waits for ever. Read line by line, and answer each with one line, flushed."
    `)
  })
})

function review(project: Project, target: string, ...options: readonly string[]) {
  return project.run('review', '--suite', 'quick_start_suite.json', '--target', target, '-o', 'out.json', ...options)
}

function reviewProject(files: Readonly<Record<string, string>>): Project {
  const suites = ['quick_start_suite.json', 'six_buildings_suite.json'].map((name) => [
    name,
    readFileSync(`${shipped}en/${name}`, 'utf8'),
  ])
  const documents = JSON.stringify(suites).match(/[\w-]+\.pdf/g) ?? []
  return newProject({
    ...Object.fromEntries(suites),
    ...Object.fromEntries(documents.map((name) => [`fixtures/${name}`, readFileSync(`${shipped}en/fixtures/${name}`)])),
    ...files,
  })
}
