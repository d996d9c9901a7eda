import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluate } from '../src/public/index.ts'
import type { Metric } from '../src/core/index.ts'
import { responseMatch, toolTrajectory } from '../src/metrics/index.ts'
import { generateCases } from './generate.ts'
import { measureCli, median, publish } from './measure.ts'

const count = 10_000

/** 10,000 recorded cases, as published, with trajectory and ROUGE-1, everything stored: the whole process, then the share of the metrics. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    const { cases, transcripts } = await generateCases(folder, count)
    await writeFile(
      join(folder, 'test_config.json'),
      JSON.stringify({ criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.8 } }),
    )
    const args = ['run', cases, '--target', `recorded:${transcripts}`, '--fail-on', 'none']
    const program = publish(join(folder, 'published'))
    const measured = []
    for (let index = 0; index < 3; index += 1) measured.push(await measureCli(args, folder, undefined, { program }))
    const seconds = median(measured.map((one) => one.seconds))
    console.log(
      `shinsa run, ${count} cases: ${seconds.toFixed(2)} s, ${Math.round(count / seconds)} cases/s, peak ${Math.max(...measured.map((one) => one.peakMiB)).toFixed(0)} MiB   (aim: 1.5 s, 180 MiB)`,
    )
    if (measured.some((one) => one.exitCode !== 0))
      console.log(measured.map((one) => `exit ${one.exitCode}: ${one.stderr}`).join('\n'))
    await shareOfMetrics(folder, cases, transcripts)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function shareOfMetrics(folder: string, cases: string, transcripts: string): Promise<void> {
  let spent = 0
  const timed = (metric: Metric): Metric => ({
    name: metric.name,
    score(evalCase, transcript, context) {
      const startedAt = performance.now()
      const score = metric.score(evalCase, transcript, context)
      spent += performance.now() - startedAt
      return score
    },
  })
  await writeFile(join(folder, 'empty.json'), JSON.stringify({ criteria: {} }))
  const startedAt = performance.now()
  await evaluate({
    cwd: folder,
    dataset: cases,
    config: 'empty.json',
    target: `recorded:${transcripts}`,
    metrics: [timed(toolTrajectory({ threshold: 1 })), timed(responseMatch({ threshold: 0.8 }))],
    failOn: ['none'],
  })
  const total = performance.now() - startedAt
  console.log(
    `in one process: ${(total / 1000).toFixed(2)} s, of which metrics ${(spent / 1000).toFixed(2)} s (${((1000 * spent) / count).toFixed(1)} µs a case); ${(100 * (1 - spent / total)).toFixed(0)} % outside the metrics`,
  )
}
