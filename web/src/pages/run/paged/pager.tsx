import { useId } from 'react'
import { fill, useWords } from '../../../words/language.tsx'

type PagerProps = {
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly shown: { readonly from: number; readonly to: number; readonly all: number }
  /** While cases are still searched for. */
  readonly searched: { readonly looked: number; readonly all: number } | undefined
  readonly turn: (page: number) => void
}

/** Turns the pages of a table, one by one, to an end, or to any. */
export function Pager({ page, pages, shown, searched, turn }: PagerProps) {
  const { words } = useWords()
  const id = useId()
  const texts = words.pager
  const button = (label: string, sign: string, to: number) => (
    <button
      type="button"
      className="button"
      data-kind="quiet"
      aria-label={label}
      title={label}
      disabled={to === page || to < 1 || to > pages}
      onClick={() => turn(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <nav className="row workbench-pager" aria-label={texts.label}>
      {button(texts.first, '«', 1)}
      {button(texts.previous, '‹', page - 1)}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = Math.round(Number(new FormData(event.currentTarget).get('page')))
          if (Number.isFinite(wanted)) turn(Math.min(pages, Math.max(1, wanted)))
        }}
      >
        <label htmlFor={id}>{texts.page}</label>
        <input key={page} id={id} name="page" type="number" min={1} max={pages} defaultValue={page} />
        <span>{fill(texts.of, { pages })}</span>
      </form>
      {button(texts.next, '›', page + 1)}
      {button(texts.last, '»', pages)}
      <output className="soft small">
        {fill(texts.cases, shown)}
        {searched !== undefined && ` · ${fill(texts.searched, searched)}`}
      </output>
    </nav>
  )
}
