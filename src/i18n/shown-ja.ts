import { coreJa } from './ja/core.ts'
import { filesJa } from './ja/files.ts'
import { textJa } from './ja/text.ts'
import { statisticsJa } from './ja/statistics.ts'
import { documentsJa } from './ja/documents.ts'
import { modelsJa } from './ja/models.ts'
import { judgesJa } from './ja/judges.ts'
import { metricsJa } from './ja/metrics.ts'
import { fleetShownJa } from './ja/fleet.ts'
import { formatsShownJa } from './ja/formats.ts'
import { targetsJa } from './ja/targets.ts'
import { tracesJa } from './ja/traces.ts'
import { storesJa } from './ja/stores.ts'
import { reportersShownJa } from './ja/reporters.ts'
import { runnerJa } from './ja/runner.ts'
import { adkJa } from './ja/packs-adk.ts'
import { reviewJa } from './ja/packs-review.ts'
import { runbookJa } from './ja/packs-runbook.ts'
import { preferenceJa } from './ja/packs-preference.ts'
import { strandsJa } from './ja/packs-strands.ts'
import { settingsShownJa } from './ja/settings.ts'
import { composeShownJa } from './ja/compose.ts'
import { workspaceShownJa } from './ja/workspace.ts'
import { serverJa } from './ja/server.ts'
import { testingJa } from './ja/testing.ts'

/** Returns the Japanese of runs, reports and the page, by English template. */
export const shownJapanese = (): Readonly<Record<string, string>> => ({
  ...coreJa,
  ...filesJa,
  ...textJa,
  ...statisticsJa,
  ...documentsJa,
  ...modelsJa,
  ...judgesJa,
  ...metricsJa,
  ...fleetShownJa,
  ...formatsShownJa,
  ...targetsJa,
  ...tracesJa,
  ...storesJa,
  ...reportersShownJa,
  ...runnerJa,
  ...adkJa,
  ...reviewJa,
  ...runbookJa,
  ...strandsJa,
  ...preferenceJa,
  ...settingsShownJa,
  ...composeShownJa,
  ...workspaceShownJa,
  ...serverJa,
  ...testingJa,
})
