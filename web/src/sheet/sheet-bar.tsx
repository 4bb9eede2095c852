import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Share } from '../reading/share/share.tsx'
import { useAccount } from '../session/session.ts'
import { Logo } from '../ui/frame/logo.tsx'
import { LanguageButton, ThemeButton } from '../ui/frame/preference-buttons.tsx'
import { sheetWords } from './sheet.words.ts'
import { SheetMore, type SheetTools } from './sheet-more.tsx'
import type { SheetPlace } from './sheet-place.ts'

interface Props extends SheetPlace, SheetTools {
  /** How it stands with saving. */
  state?: ReactNode
  /** The one thing to do. */
  save?: ReactNode
}

export function SheetBar({ info, view, share, state, save, ...tools }: Props) {
  const t = useWords(sheetWords)
  const account = useAccount()
  const { pathname, search } = useLocation()
  return (
    <header className="top sheet-top">
      <Link className="brand" to={account ? paths.items() : paths.home()} aria-label={account ? t.toItems : t.toHome}>
        <Logo />
      </Link>
      <h1 className="item cut">{info.item_name}</h1>
      <span className="tag wide-only">{t.kind}</span>
      <span className="grow" />
      {state}
      <span className="row wide-only">
        <Share share={share} />
        <LanguageButton />
        <ThemeButton />
      </span>
      {!account && (
        <Link className="btn quiet s" to={paths.login(pathname + search)}>
          {t.logIn}
        </Link>
      )}
      <SheetMore {...{ info, view, share }} {...tools} />
      {save}
    </header>
  )
}
