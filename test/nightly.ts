/**
 * What takes longest: many processes that are killed, containers and servers, scanned books, texts of hostile lengths, simulations
 * of millions of draws. All of it is played every night, and an eighth beside each check, chosen by the commit.
 */
const nightlyFiles = [
  'test/browser/hostile.test.ts',
  'test/browser/live.test.ts',
  'test/e2e/fleet.test.ts',
  'test/e2e/fleet-files.test.ts',
  'test/e2e/scanned-documents.test.ts',
  'test/e2e/most-calls.test.ts',
  'test/package/beside-others.test.ts',
  'src/documents/ocr/with-ocr.test.ts',
  'test/e2e/harbor-tasks.test.ts',
  'src/fleet/schedule.test.ts',
  'src/fleet/fence.test.ts',
  'src/fleet/pace/fleet-limiter.test.ts',
  'src/packs/review/reviewer/embedded/forms-in-all-kinds.test.ts',
  'src/statistics/interval-coverage.test.ts',
  'test/browser/barriers.test.ts',
  'src/judges/embedded/hostile-lengths.test.ts',
  'test/e2e/postgres.test.ts',
  'test/package/declarations.test.ts',
  'test/e2e/mcp-target.test.ts',
  'test/linear-expressions.test.ts',
  'test/browser/paged-run.test.ts',
  'src/packs/review/reviewer/tools/code-interpreter.test.ts',
  'src/documents/hostile-documents.test.ts',
  'test/browser/paper.test.ts',
  'test/e2e/framework-agents.test.ts',
  'test/e2e/company-network.test.ts',
  'test/e2e/build-servers.test.ts',
  'examples/fleet/fleet.test.ts',
  'test/e2e/judge-race.test.ts',
  'test/e2e/fleet-roles.test.ts',
  'src/statistics/agreement/krippendorff.test.ts',
  'src/runner/early/baseline-rule.test.ts',
  'src/workspace/judging/race-judges.test.ts',
] as const

const samples = 8

/**
 * What a run of the tests is about, by the mode that Vitest was started with.
 *
 * - `nightly`: only these files
 * - `sample-3`: the others, and of these the eighth that comes third
 * - else the others; who names a file or a folder means whatever is in it
 */
export function nightlyChoice(
  mode: string,
  named: readonly string[],
): { readonly only?: readonly string[]; readonly without: readonly string[] } {
  if (mode === 'nightly') return { only: nightlyFiles, without: [] }
  const sample = sampleOf(mode)
  const isSampled = (index: number) => sample !== undefined && index % samples === sample % samples
  const isNamed = (file: string) =>
    named.some((name) => name.includes('/') && file.startsWith(name.replace(/^\.\//, '')))
  return { without: nightlyFiles.filter((file, index) => !isSampled(index) && !isNamed(file)) }
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly languages: ReturnType<typeof languagesPlayed>
  }
}

/** What is tried in each language on the page is tried in one of them beside a check, by the commit. */
export function languagesPlayed(mode: string): readonly ('en' | 'ja')[] {
  const sample = sampleOf(mode)
  return sample === undefined ? ['en', 'ja'] : [sample % 2 === 0 ? 'en' : 'ja']
}

function sampleOf(mode: string): number | undefined {
  const [, sample] = /^sample-(\d+)$/.exec(mode) ?? []
  return sample === undefined ? undefined : Number(sample)
}
