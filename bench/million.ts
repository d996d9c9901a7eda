import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateCases } from './generate.ts'
import { measureCli, publish } from './measure.ts'

/** 1,000,000 recorded cases, as published: memory must not grow with them. */
export async function run(count = 1_000_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    const { cases, transcripts } = await generateCases(folder, count)
    await writeFile(
      join(folder, 'test_config.json'),
      JSON.stringify({ criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.8 } }),
    )
    const program = publish(join(folder, 'published'))
    const samples: number[] = []
    const args = ['run', cases, '--target', `recorded:${transcripts}`, '--fail-on', 'none']
    const { seconds, cpuSeconds, peakMiB, exitCode, stderr } = await measureCli(
      args,
      folder,
      (rss) => samples.push(rss),
      {
        program,
      },
    )
    const quarter = (index: number) =>
      samples.slice(Math.floor((samples.length * index) / 4), Math.floor((samples.length * (index + 1)) / 4))
    console.log(
      `${count} cases: ${seconds.toFixed(0)} s (${cpuSeconds.toFixed(0)} s of processor time), ${Math.round(count / seconds)} cases/s, peak ${peakMiB.toFixed(0)} MiB, exit ${exitCode}`,
    )
    console.log(
      `largest resident set by quarter of the run: ${[0, 1, 2, 3].map((index) => Math.max(0, ...quarter(index)).toFixed(0)).join(', ')} MiB`,
    )
    if (exitCode !== 0) console.log(stderr)
  } finally {
    await rm(folder, { recursive: true })
  }
}
