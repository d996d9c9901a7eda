import { mkdirSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { startApiServer } from './adk-api-server.ts'
import { runShinsa } from './run-shinsa.ts'

const agent = join(import.meta.dirname, 'strangers/told/adk-told.ts')

/**
 * What a judge sees of an agent whose instructions are made when it is asked (a template, a function, a root's words for all)
 * and whose tools come in a set: what its model was sent, in this process and behind the server of its own tools.
 */
export async function adkToldProblems(folder: string, model: string): Promise<readonly string[]> {
  const cwd = join(folder, 'projects', 'strangers')
  mkdirSync(cwd, { recursive: true })
  const turn = { user_content: { role: 'user', parts: [{ text: 'hand over' }] } }
  const session_input = { app_name: 'weather', user_id: 'me', state: { language: 'plain', customer: 'Ann' } }
  const evalSet = { eval_set_id: 'told', eval_cases: [{ eval_id: 'told', conversation: [turn], session_input }] }
  writeFileSync(join(cwd, 'told.evalset.json'), JSON.stringify(evalSet))
  const server = await startApiServer({ cwd, folder, agent, model })
  try {
    const [here, there] = await Promise.all(
      ['./told/adk-told.ts', `adk:${server.url}/weather`].map(async (target) => {
        const args = ['run', 'told.evalset.json', '--target', target, '--json']
        const { stdout, stderr } = await runShinsa(args, { cwd, model })
        return stdout.startsWith('{') ? JSON.parse(stdout).results[0].transcript.invocations[0].agents : stderr
      }),
    )
    return [
      ...(isDeepStrictEqual(here, expected) ? [] : [`in process: ${JSON.stringify(here)}`]),
      ...(isDeepStrictEqual(there, here) ? [] : [`behind its server: ${JSON.stringify(there)}`]),
    ]
  } finally {
    await server.stop()
  }
}

const now = { name: 'now', description: 'What time it is.', parameters: { type: 'OBJECT', properties: {} } }

const expected = {
  desk: {
    name: 'desk',
    instructions: 'Speak plain English.\n\nYou receive Ann guests.',
    toolDeclarations: [{ function_declarations: [now] }],
  },
  billing: {
    name: 'billing',
    instructions: 'Speak plain English.\n\nYou know the invoices of Ann.',
    toolDeclarations: [],
  },
}
