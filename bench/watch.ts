import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { cli, median, publish } from './measure.ts'

const ROUNDS = 9
const CASES = 200

const agent = `export default async (question) => question.toUpperCase()\n`
const bare = `const { default: agent } = await import('./agent.mjs')
console.log(await agent('case 7'))
`

/**
 * From saving one of 200 cases to the verdict of the round, beside what nobody can be faster than who starts Node.js anew: a
 * process that imports the agent and asks it that one question. In turns, so that both have the same machine; medians, after two
 * rounds to warm up.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  const published = publish(join(folder, 'published'))
  const sessions = [
    { name: 'shinsa watch, sources', session: await watch([...cli], join(folder, 'sources')) },
    { name: 'shinsa watch, published', session: await watch(published, join(folder, 'project')) },
  ]
  try {
    const floors: number[] = []
    const taken = sessions.map((): number[] => [])
    for (let round = -2; round < ROUNDS; round += 1) {
      const floor = timed(join(folder, 'project'))
      if (round >= 0) floors.push(floor)
      for (const [index, { session }] of sessions.entries()) {
        const milliseconds = await session.save(round)
        if (round >= 0) taken[index]?.push(milliseconds)
      }
    }
    const floor = median(floors)
    console.log(`${'node, import and ask'.padEnd(32)}${floor.toFixed(0).padStart(5)} ms`)
    for (const [index, { name }] of sessions.entries()) {
      const milliseconds = median(taken[index] ?? [])
      const more = (milliseconds - floor).toFixed(0).padStart(5)
      console.log(`${name.padEnd(32)}${milliseconds.toFixed(0).padStart(5)} ms  ${more} ms more   (aim: 300 ms more)`)
    }
  } finally {
    await Promise.all(sessions.map(async ({ session }) => session.end()))
    await rm(folder, { recursive: true })
  }
}

async function watch(program: readonly string[], folder: string) {
  mkdirSync(folder)
  const write = (edited: string) => writeFileSync(join(folder, 'cases.jsonl'), cases(edited))
  writeFileSync(join(folder, 'agent.mjs'), agent)
  writeFileSync(join(folder, 'bare.mjs'), bare)
  write('first')
  const child = spawn(process.execPath, [...program, 'watch', 'cases.jsonl', '--target', './agent.mjs'], {
    cwd: folder,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const saying = async (word: RegExp) => {
    while (!word.test(said)) {
      if (child.exitCode !== null) throw new Error(said)
      await setTimeout(1)
    }
  }
  await saying(/Waiting for changes/)
  return {
    async save(round: number): Promise<number> {
      // Who saves again has at least looked at what came out.
      await setTimeout(1000)
      said = ''
      const savedAt = performance.now()
      write(`edit ${round}`)
      await saying(/^[✓✗] /m)
      const milliseconds = performance.now() - savedAt
      await saying(/Waiting for changes/)
      if (!said.includes(`1 answer asked for, ${CASES - 1} from the store`)) throw new Error(said)
      return milliseconds
    },
    async end() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

function cases(edited: string): string {
  const questions = Array.from({ length: CASES }, (_, index) => (index === 7 ? edited : `case ${index}`))
  return questions
    .map((question, index) => JSON.stringify({ id: `case-${index}`, question, answer: question.toUpperCase() }))
    .join('\n')
}

/** From start to end of the process. */
function timed(cwd: string): number {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['bare.mjs'], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - startedAt
}
