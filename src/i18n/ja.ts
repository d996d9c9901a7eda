import { ja as cli } from '../cli/ja.ts'
import { ja as compose } from '../compose/ja.ts'
import { ja as fleet } from '../fleet/ja.ts'
import { ja as formats } from '../formats/ja.ts'
import { ja as reporters } from '../reporters/ja.ts'
import { ja as settings } from '../settings/ja.ts'
import { ja as workspace } from '../workspace/ja.ts'
import { formerJapanese } from './former-ja.ts'
import { shownJapanese } from './shown-ja.ts'

/** Every sentence in Japanese: what is shown, and what only the command line says. */
export const japanese = (): Readonly<Record<string, string>> => ({
  ...shownJapanese(),
  ...fleet,
  ...formats,
  ...reporters,
  ...settings,
  ...compose,
  ...workspace,
  ...cli,
})

/** With the sentences of older versions, which stored runs may have. */
export const japaneseOfAllVersions = (): Readonly<Record<string, string>> => ({ ...formerJapanese, ...japanese() })
