import { withFontsEmbedded } from './embedded-fonts.ts'
import { withFontsNamed } from './named-fonts.ts'
import { englishReports, japaneseReports } from './reports.ts'

export type Fixture = { readonly path: string; readonly bytes: Buffer }

/** The documents of the example of a document review: the same bytes whenever and wherever they are made. */
export async function reviewFixtures(): Promise<readonly Fixture[]> {
  const fixtures: Fixture[] = []
  for (const [language, reports] of [['en', englishReports] as const, ['ja', japaneseReports] as const]) {
    const place = `examples/document-review/${language}/fixtures/floor_plan_safety_reports`
    fixtures.push(
      { path: `${place}.pdf`, bytes: await withFontsEmbedded(reports, language) },
      { path: `${place}_fonts_not_embedded.pdf`, bytes: withFontsNamed(reports, language) },
    )
  }
  return fixtures
}
