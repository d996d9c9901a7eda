import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf } from './run-shinsa.ts'

type Place = { readonly folder: string; readonly cwd: string; readonly agent: string; readonly model: string }

/** `adk api_server` of the package that is installed in `folder`, with the file `agent` as its app `weather`. */
export async function startApiServer({ folder, cwd, agent, model }: Place) {
  const agents = join(cwd, 'agents')
  mkdirSync(join(agents, 'weather'), { recursive: true })
  copyFileSync(agent, join(agents, 'weather/agent.ts'))
  const program = join(folder, 'node_modules/@google/adk-devtools/dist/esm/cli_entrypoint.js')
  const child = spawn(process.execPath, [program, 'api_server', '--port', '0', agents], {
    cwd,
    timeout: 300_000,
    env: keysOf({ cwd, model }),
  })
  const closed = once(child, 'close')
  let said = ''
  // Why it does not start is said here.
  child.stderr.on('data', (chunk) => (said = `${said}${String(chunk)}`.slice(-10_000)))
  const url = await new Promise<string>((listening, broke) => {
    // The log goes on, and has to be read for the server to go on too.
    child.stdout.on('data', (chunk) => {
      said = `${said}${String(chunk)}`.slice(-10_000)
      const [address] = /http:\/\/localhost:[1-9]\d*/.exec(said) ?? []
      if (address !== undefined) listening(address)
    })
    void closed.then(() => broke(new Error(`adk api_server ended: ${said}`)))
  })
  return {
    url,
    async stop() {
      child.kill()
      await closed
    },
  }
}
