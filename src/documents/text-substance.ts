import type { PageDrawing } from './page-drawing.ts'

/** A page with this much text counts as read, whatever else it shows. */
export const MUCH_TEXT = 300

/** Counts letters and digits; an ideograph or kana counts twice. */
export function substanceOf(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  return wide + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0)
}

/**
 * Returns whether a page's content is in its images rather than its text: a scan without text or stamped with a page
 * number or heading, or words drawn as shapes. A line or a logo hides nothing.
 */
export function hidesText(text: string, { covered, shapes }: PageDrawing): boolean {
  const substance = substanceOf(text)
  if (substance === 0) return covered >= 0.01 || shapes >= 20
  if (substance < 80) return covered >= 0.15 || shapes >= 300
  return substance < MUCH_TEXT && covered >= 0.5
}

/** A few symbols between words are harmless. */
const TOLERATED_UNREADABLE = 0.1

/** Returns whether a page's characters differ from what it shows; `unreadable` is the share without a meaning. */
export function isGarbled(text: string, unreadable: number): boolean {
  if (unreadable > TOLERATED_UNREADABLE) return true
  // Leaders, rules and table marks are not counted.
  const signs = text.replaceAll(/[\s.,_\-–—…・·|｜─━│┃=+*/\\()（）「」:：;%％$¥€#✓✔✗✘○●◯◎×△□■☐☑☒]/gu, '')
  const length = Array.from(signs).length
  return length >= 40 && (signs.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0) < length / 2
}
