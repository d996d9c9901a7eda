import type { PageDrawing } from './page-drawing.ts'

/** A page with as much text is read, whatever else it shows. */
export const MUCH_TEXT = 300

/** Letters and figures; an ideograph or kana says about as much as two of them. */
export function substanceOf(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  return wide + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0)
}

/**
 * Whether what a page says stands in its pictures rather than in its text: a scan without text, one that was stamped with a
 * page number or a heading, words drawn as shapes. A line or a logo hides nothing.
 */
export function hidesText(text: string, { covered, shapes }: PageDrawing): boolean {
  const substance = substanceOf(text)
  if (substance === 0) return covered >= 0.01 || shapes >= 20
  if (substance < 80) return covered >= 0.15 || shapes >= 300
  return substance < MUCH_TEXT && covered >= 0.5
}

/** Some signs of a symbol font between words do no harm. */
const TOLERATED_UNREADABLE = 0.1

/** Whether a page's characters are not those that it shows; `unreadable` is the share of them that stand for nothing. */
export function isGarbled(text: string, unreadable: number): boolean {
  if (unreadable > TOLERATED_UNREADABLE) return true
  // Leaders, rules and marks of tables stand between words.
  const signs = text.replaceAll(/[\s.,_\-–—…・·|｜─━│┃=+*/\\()（）「」:：;%％$¥€#✓✔✗✘○●◯◎×△□■☐☑☒]/gu, '')
  const length = Array.from(signs).length
  return length >= 40 && (signs.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0) < length / 2
}
