import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureCli, median } from './measure.ts'

const ROUNDS = 5

/**
 * What it costs agents that send no spans that some could be received: whole runs of a server and of programs that answer at
 * once, with the receiver and without it, in turns.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"response":"yes"}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // on a port, not on a pipe
  try {
    writeFileSync(join(folder, 'server.jsonl'), casesOf(1000))
    writeFileSync(join(folder, 'program.jsonl'), casesOf(300))
    writeFileSync(join(folder, 'agent.sh'), 'read -r line; echo \'"yes"\'\n')
    for (const [name, target] of [
      ['server', `http://127.0.0.1:${port}/`],
      ['program', 'command:sh agent.sh'],
    ] as const) {
      const taken = { with: [] as number[], without: [] as number[] }
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const way of ['with', 'without'] as const) {
          const args = ['run', `${name}.jsonl`, '--target', target, '--fail-on', 'none']
          const { seconds } = await measureCli([...args, ...(way === 'with' ? [] : ['--no-traces'])], folder)
          if (round >= 0) taken[way].push(seconds)
        }
      }
      const [received, off] = [median(taken.with), median(taken.without)]
      const ratio = (received / off).toFixed(2)
      console.log(`${name.padEnd(8)} receiver ${received.toFixed(2)} s, --no-traces ${off.toFixed(2)} s: ${ratio} ×`)
    }
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
}

function casesOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `{"question": "Question ${index}?", "answer": "yes"}\n`).join('')
}
