import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { rememberedViews } from '../../../remembered.ts'
import { fill, useWords } from '../../../words/language.tsx'
import { parseTableView, printTableView } from '../../../../../src/server/view/table-view.ts'

const kept = rememberedViews('views')

/** Tables as somebody likes them, by name: kept in this browser, for every run. */
export function ViewForm() {
  const { words } = useWords()
  const texts = words.workbench
  const [search, setSearch] = useSearchParams()
  const [views, setViews] = useState(kept.read)
  const now = String(printTableView(parseTableView(search)))

  function keep(after: typeof views): void {
    kept.write(after)
    setViews(after)
  }

  return (
    <>
      {views.length === 0 && <p className="soft small">{texts.noViews}</p>}
      <ul className="workbench-columns">
        {views.map(({ name, address }) => (
          <li key={name} className="row">
            <button
              type="button"
              className="button"
              aria-pressed={address === now}
              onClick={() => setSearch(new URLSearchParams(address), { replace: true })}
            >
              <span className="foreign">{name}</span>
            </button>
            <button
              type="button"
              className="button"
              aria-label={fill(texts.removeView, { name })}
              onClick={() => keep(views.filter((view) => view.name !== name))}
            >
              <span aria-hidden="true">✕</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          const name = String(new FormData(event.currentTarget).get('name')).trim()
          if (name === '') return
          keep([...views.filter((view) => view.name !== name), { name, address: now }])
          event.currentTarget.reset()
        }}
      >
        <input name="name" required maxLength={60} aria-label={texts.viewName} placeholder={texts.viewName} />
        <button type="submit" className="button">
          {texts.saveView}
        </button>
      </form>
    </>
  )
}
