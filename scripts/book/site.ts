import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type MarkdownRenderer } from 'vitepress'
import { apiReference } from './api-reference.ts'
import { anchorOf, contentsIn } from './contents.ts'

/** What VitePress makes of the pages in `book`: languages, side bars from the lists of contents, and a search without a server. */
export function siteOf() {
  return defineConfig({
    title: 'Shinsa',
    description: 'Evaluates AI agents',
    outDir: '../../site',
    cleanUrls: true,
    markdown: {
      html: false,
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      anchor: { slugify: anchorOf },
      languageAlias: languages,
      config: asMarkdown,
    },
    themeConfig: {
      i18nRouting: false,
      search: {
        provider: 'local',
        options: { miniSearch: { options: { tokenize: wordsIn } }, locales: { ja: { translations: searchJa } } },
      },
    },
    locales: {
      root: { label: 'English', lang: 'en', themeConfig: { ...themeOf(''), outline: { level: [2, 3] } } },
      ja: { label: '日本語', lang: 'ja', themeConfig: { ...themeOf('ja/'), ...labelsJa } },
    },
  })
}

// Notations that the highlighter knows by another name, or by one that is near.
const languages = { jsonl: 'json', caddyfile: 'nginx' }

/** The pages are Markdown and no templates, so two braces are two braces. */
function asMarkdown(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer
  const { text, code_inline: code } = rules
  rules.text = (...given) => text?.(...given).replaceAll('{{', '<span v-pre>{{</span>') ?? ''
  rules.code_inline = (...given) => code?.(...given).replace(/^<code/, '<code v-pre') ?? ''
  // A cell above the names of rows is no heading of a column.
  rules.th_open = (tokens, index) => (tokens[index + 1]?.content === '' ? '<td>' : '<th>')
  rules.th_close = (tokens, index) => (tokens[index - 1]?.content === '' ? '</td>' : '</th>')
}

/** The pages of the API reference, which are made anew in each build and stand in no list of contents. */
const api = {
  text: 'API',
  items: apiReference().map(({ path, text }) => ({
    text: text.slice(2, text.indexOf('\n')),
    link: `/${path.replace(/(?:index)?\.md$/, '')}`,
  })),
}

function themeOf(folder: string) {
  const parts = contentsIn(readFileSync(join('.shinsa/book', folder, 'index.md'), 'utf8'), folder)
  const nav = parts.flatMap(({ text, items }) => (items[0] === undefined ? [] : [{ text, link: items[0].link }]))
  return {
    nav: [...nav.slice(0, 3), { text: 'API', link: '/api/' }],
    sidebar: [...parts, api].map(({ text, items }) => ({ text, items: [...items] })),
  }
}

/** Words of both languages; a name such as `tool_call_f1` is found by its parts too. The page gets this as text, so it is whole. */
function wordsIn(text: string): string[] {
  const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
  return words.flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
}

const labelsJa = {
  outline: { level: [2, 3] as [number, number], label: '目次' },
  docFooter: { prev: '前へ', next: '次へ' },
  sidebarMenuLabel: 'メニュー',
  returnToTopLabel: 'ページの先頭へ',
  langMenuLabel: '言語',
  darkModeSwitchLabel: '配色',
  lightModeSwitchTitle: '明るい配色にする',
  darkModeSwitchTitle: '暗い配色にする',
  skipToContentLabel: '本文へ',
}

const searchJa = {
  button: { buttonText: '検索', buttonAriaLabel: '検索' },
  modal: {
    displayDetails: '詳細を表示',
    resetButtonTitle: '消去',
    backButtonTitle: '閉じる',
    noResultsText: '見つかりません:',
    footer: { selectText: '選択', navigateText: '移動', closeText: '閉じる' },
  },
}
