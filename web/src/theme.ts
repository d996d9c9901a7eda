import { remembered } from './remembered.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const chosen = remembered<Theme>('theme', themes)

export function readTheme(): Theme {
  return chosen.read() ?? 'system'
}

/** Sets `color-scheme`; see tokens.css. */
export function applyTheme(theme: Theme): void {
  chosen.write(theme)
  document.documentElement.dataset['theme'] = theme
}
