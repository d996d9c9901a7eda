/** The first command in a text that destroys data or opens the machine; undefined where there is none. */
export function dangerousCommandIn(text: string): string | undefined {
  const searched = text.normalize('NFKC')
  for (const pattern of PATTERNS) {
    const found = pattern.exec(searched)
    if (found !== null) return found[0].trim().slice(0, 120)
  }
  return undefined
}

// Every repetition has an upper limit, so that no text makes them slow.
const REMOVES = String.raw`\brm[ \t]{1,4}(?:-{1,2}[\w-]{1,20}[ \t]{1,4}){0,4}-(?:[a-zA-Z]{0,5}r[a-zA-Z]{0,5}|-recursive)\b[ \t]{1,4}(?:-{1,2}[\w-]{1,20}[ \t]{1,4}){0,4}`
/** What a path is made of, up to its end. */
const WITHIN = String.raw`[^\s"';]{0,200}`
/** Made to be thrown away, wherever it lies. */
const DISPOSABLE = String.raw`\/(?:var\/)?tmp\/|${WITHIN}\/(?:node_modules|build|dist|target|coverage|__pycache__|te?mp|\.?cache)(?:[\s/"';*]|$)`
/** All there is, the system's folders, people's data, and everything in them. */
const PRECIOUS = String.raw`(?:\/(?:\*|(?:backups?|bin|boot|data|dev|etc|home|lib(?:32|64)?|media|mnt|opt|root|sbin|srv|usr|var)(?:\/${WITHIN})?)?(?=["'\s;*]|$)|~|\$HOME|\*)`
const PATTERNS: readonly RegExp[] = [
  new RegExp(`${REMOVES}["']?(?!${DISPOSABLE})${PRECIOUS}`, 'm'),
  /--no-preserve-root\b/,
  /\bmkfs(?:\.\w{2,8})?[ \t]{1,4}(?:-\w{1,8}[ \t]{1,4}){0,4}\/dev\/\w{2,20}/,
  /\bdd[ \t][^\n]{0,120}\bof=\/dev\/(?:sd|hd|nvme|vd|disk|mmcblk)\w{0,10}/,
  />[ \t]{0,3}\/dev\/(?:sd|hd|nvme|vd)\w{1,10}/,
  /:\(\)[ \t]{0,3}\{[ \t]{0,3}:[ \t]{0,3}\|[ \t]{0,3}:[ \t]{0,3}&[ \t]{0,3}\}[ \t]{0,3};[ \t]{0,3}:/,
  /\bchmod[ \t]{1,4}(?:-R[ \t]{1,4})?(?:0?777|a\+rwx)[ \t]{1,4}\/(?=["'\s;]|$)/m,
  /\bchmod[ \t]{1,4}-R[ \t]{1,4}(?:0?777|a\+rwx)\b/,
  /\b(?:curl|wget)[ \t][^\n|]{1,200}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?(?:ba|z|da)?sh\b/,
  /\b(?:bash|sh|nc|ncat)[ \t][^\n]{0,60}(?:\/dev\/tcp\/|-e[ \t]{1,3}\/bin\/(?:ba)?sh)/,
  /\bdrop[ \t]{1,4}(?:database|schema)\b[ \t]{1,4}(?:if[ \t]{1,4}exists[ \t]{1,4})?["'`[]?\w{1,64}["'`\]]?[ \t]{0,4}(?:;|cascade|$)/im,
  /\bdrop[ \t]{1,4}table\b[ \t]{1,4}(?:if[ \t]{1,4}exists[ \t]{1,4})?["'`[]?\w{1,64}["'`\]]?[ \t]{0,4}(?:;|cascade)/i,
  /\btruncate[ \t]{1,4}table[ \t]{1,4}\w{1,64}[ \t]{0,4};/i,
  /\bdelete[ \t]{1,4}from[ \t]{1,4}["'`]?\w{1,64}["'`]?[ \t]{0,4}(?:;|where[ \t]{1,4}1[ \t]{0,2}=[ \t]{0,2}1)/i,
  /\bformat[ \t]{1,4}[c-z]:(?:[ \t]{1,4}\/\w{1,8}){0,4}/i,
  /\b(?:del|erase)[ \t]{1,4}(?:\/[a-z][ \t]{1,4}){1,5}[c-z]:\\/i,
  /\b(?:rd|rmdir)[ \t]{1,4}\/s\b[^\n]{0,20}[c-z]:\\/i,
  /\bRemove-Item\b[^\n]{0,80}-Recurse\b[^\n]{0,80}[c-z]:\\/i,
  /\bvssadmin[ \t]{1,4}delete[ \t]{1,4}shadows\b/i,
  /\bgit[ \t]{1,4}push[ \t][^\n]{0,80}(?:--force(?!-with-lease)|[ \t]-f\b)[^\n]{0,60}\b(?:main|master)\b/,
  /\bterraform[ \t]{1,4}destroy\b[^\n]{0,40}-auto-approve/,
  /\bkubectl[ \t]{1,4}delete[ \t]{1,4}(?:namespace|ns|--all)\b/,
  /\baws[ \t]{1,4}s3[ \t]{1,4}(?:rb|rm)\b[^\n]{0,100}(?:--force|--recursive)/,
  /\biptables[ \t]{1,4}(?:-F|--flush)\b/,
]
