import { ZodError } from 'zod'
import type { CaseResult, Pack, ReportSection, Run } from '../core/index.ts'
import { packs as shipped } from '../packs/index.ts'

export async function reportSections(run: Run, packs: readonly Pack[] = shipped): Promise<readonly ReportSection[]> {
  const sections = Object.entries(run.summary?.sets ?? {}).map(async ([name, summary]) => {
    const report = packs.flatMap(({ reports = {} }) => (Object.hasOwn(reports, name) ? (reports[name] ?? []) : []))[0]
    try {
      if (name === 'tool_confusion') return [await toolConfusionOf(summary)]
      return (await report?.(run)) ?? [await numbersOf(name, summary)]
    } catch (error) {
      if (!(error instanceof ZodError)) throw error
      // Another version or program may have written the summary; its numbers can still be shown.
      return [await numbersOf(name, summary)]
    }
  })
  return (await Promise.all(sections)).flat()
}

async function toolConfusionOf(summary: unknown): Promise<ReportSection> {
  const { ToolConfusion } = await import('../metrics/trajectory/tool-confusion.ts')
  const { confusionSection } = await import('../reporters/sections/confusion-section.ts')
  return confusionSection(ToolConfusion.parse(summary))
}

export async function caseSectionsOf(
  result: CaseResult,
  packs: readonly Pack[] = shipped,
): Promise<readonly ReportSection[]> {
  return (await Promise.all(packs.map(async (pack) => pack.caseReport?.(result) ?? []))).flat()
}

async function numbersOf(name: string, summary: unknown): Promise<ReportSection> {
  return (await import('../reporters/sections/number-section.ts')).numberSection(name, summary)
}
