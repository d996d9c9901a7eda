import { writePages } from '../../test/fixtures/write-pdf.ts'
import { drawReport, type Sheet, type Style } from './draw-report.ts'
import type { Report } from './reports.ts'

const HEIGHT = 842

/**
 * A PDF as report generators write it: fonts are only named. English has its marks as codes of ZapfDingbats; Japanese has
 * everything in one font with a predefined encoding and no map to Unicode.
 */
export function withFontsNamed(reports: readonly Report[], language: 'en' | 'ja'): Buffer {
  const show = language === 'en' ? showEnglish : showJapanese
  const pages = reports.map((report) => {
    const content: string[] = []
    drawReport(report, sheetOf(content, show))
    return content.join('\n')
  })
  return writePages(pages, language === 'en' ? englishFonts : japaneseFonts)
}

function sheetOf(content: string[], show: (words: string, style: Style) => string): Sheet {
  return {
    text: (words, x, y, style) => content.push(`BT 1 0 0 1 ${x} ${HEIGHT - y} Tm ${show(words, style)} ET`),
    line: (x, y, width) => content.push(`${x} ${HEIGHT - y} m ${x + width} ${HEIGHT - y} l S`),
  }
}

const englishFonts = {
  F1: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  F2: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  F3: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats /Encoding /ZapfDingbatsEncoding >>',
}

const dingbatCodes: Readonly<Record<string, string>> = { '✓': '3', '✗': '7', '■': 'n', '❏': 'o' }

function showEnglish(words: string, { size, bold }: Style): string {
  const runs = words.split(/([✓✗■❏])/).filter((run) => run !== '')
  return runs
    .map((run) => {
      const code = dingbatCodes[run]
      if (code !== undefined) return `/F3 ${size} Tf (${code}) Tj`
      return `/${bold === true ? 'F2' : 'F1'} ${size} Tf (${run.replaceAll(/[()\\]/g, '\\$&')}) Tj`
    })
    .join(' ')
}

// Half-width letters take CIDs 1 to 94 in Adobe-Japan1, and half an em here.
const japaneseFonts = {
  F1: `<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5-UniJIS-UCS2-H /Encoding /UniJIS-UCS2-H /DescendantFonts [
<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /DW 1000 /W [1 94 500]
/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>
/FontDescriptor << /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922]
/ItalicAngle 0 /Ascent 752 /Descent -221 /CapHeight 737 /StemV 114 >> >>] >>`,
}

function showJapanese(words: string, { size }: Style): string {
  return `/F1 ${size} Tf <${Buffer.from(words, 'utf16le').swap16().toString('hex')}> Tj`
}
