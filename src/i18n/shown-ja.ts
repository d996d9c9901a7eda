import { ja as core } from '../core/ja.ts'
import { ja as files } from '../files/ja.ts'
import { ja as text } from '../text/ja.ts'
import { ja as statistics } from '../statistics/ja.ts'
import { ja as documents } from '../documents/ja.ts'
import { ja as models } from '../models/ja.ts'
import { ja as judges } from '../judges/ja.ts'
import { ja as metrics } from '../metrics/ja.ts'
import { shown as fleet } from '../fleet/ja.ts'
import { shown as formats } from '../formats/ja.ts'
import { ja as targets } from '../targets/ja.ts'
import { ja as traces } from '../traces/ja.ts'
import { ja as stores } from '../stores/ja.ts'
import { shown as reporters } from '../reporters/ja.ts'
import { ja as runner } from '../runner/ja.ts'
import { ja as adk } from '../packs/adk/ja.ts'
import { ja as review } from '../packs/review/ja.ts'
import { ja as runbook } from '../packs/runbook/ja.ts'
import { ja as preference } from '../packs/preference/ja.ts'
import { ja as strands } from '../packs/strands/ja.ts'
import { shown as settings } from '../settings/ja.ts'
import { shown as compose } from '../compose/ja.ts'
import { shown as workspace } from '../workspace/ja.ts'
import { ja as server } from '../server/ja.ts'
import { ja as testing } from '../testing/ja.ts'

/** What runs, reports and the page say in Japanese, by its English template. Sentences stand beside the code that says them. */
export const shownJapanese = (): Readonly<Record<string, string>> => ({
  ...core,
  ...files,
  ...text,
  ...statistics,
  ...documents,
  ...models,
  ...judges,
  ...metrics,
  ...fleet,
  ...formats,
  ...targets,
  ...traces,
  ...stores,
  ...reporters,
  ...runner,
  ...adk,
  ...review,
  ...runbook,
  ...strands,
  ...preference,
  ...settings,
  ...compose,
  ...workspace,
  ...server,
  ...testing,
})
