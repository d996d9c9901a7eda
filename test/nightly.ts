/**
 * What takes longest: many processes that are killed, scanned books, simulations of millions of draws. All of it is played every
 * night, and a quarter beside each check, chosen by the commit.
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
  'src/fleet/schedule.test.ts',
  'src/fleet/fence.test.ts',
  'src/fleet/pace/fleet-limiter.test.ts',
  'src/packs/review/reviewer/embedded/forms-in-all-kinds.test.ts',
  'src/statistics/interval-coverage.test.ts',
] as const

const quarters = 4

/**
 * What a run of the tests is about, by the mode that Vitest was started with.
 *
 * - `nightly`: only these files
 * - `sample-3`: the others, and of these the quarter that comes third
 * - else the others; who names a file or a folder means whatever is in it
 */
export function nightlyChoice(
  mode: string,
  named: readonly string[],
): { readonly only?: readonly string[]; readonly without: readonly string[] } {
  if (mode === 'nightly') return { only: nightlyFiles, without: [] }
  const [, sample] = /^sample-(\d+)$/.exec(mode) ?? []
  const isSampled = (index: number) => sample !== undefined && index % quarters === Number(sample) % quarters
  const isNamed = (file: string) =>
    named.some((name) => name.includes('/') && file.startsWith(name.replace(/^\.\//, '')))
  return { without: nightlyFiles.filter((file, index) => !isSampled(index) && !isNamed(file)) }
}
