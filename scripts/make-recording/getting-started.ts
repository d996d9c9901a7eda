import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { record, type Recorded } from './record.ts'

const root = join(import.meta.dirname, '..', '..')

/** A page of getting started, and the picture of its first commands. */
export type Recording = { readonly page: string; readonly picture: string; readonly title: string }

export const recordings: readonly Recording[] = [
  {
    page: 'docs/getting-started.md',
    picture: 'docs/getting-started.svg',
    title: 'Five commands, from an empty folder to a failing case that one understands',
  },
  {
    page: 'docs/ja/getting-started.md',
    picture: 'docs/ja/getting-started.svg',
    title: '空のフォルダーから、不合格の理由がわかるまでの 5 つのコマンド',
  },
]

/** The commands that a page begins with. */
export function firstCommands(page: string): readonly string[] {
  const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(readFileSync(join(root, page), 'utf8')) ?? []
  return block.trimEnd().split('\n')
}

/** Runs them, and leaves out what differs from time to time. */
export async function recordPage(page: string): Promise<readonly Recorded[]> {
  const recorded = await record(firstCommands(page))
  return recorded.map(({ command, output }) => ({ command, output: steady(output) }))
}

function steady(output: string): string {
  return output
    .replaceAll(/\d{8}-\d{6}-\w{4}/g, '20260401-101500-k7m2')
    .replaceAll(/^npm (?:warn|notice).*\n/gm, '')
    .replaceAll(/added \d+ packages? in \S+/g, 'added … packages in …')
    .replaceAll(/(?:< )?\d[\d.,]*(?=\s+(?:ms|s|seconds?)\b|\s*(?:ミリ秒|秒))/g, '…')
}
