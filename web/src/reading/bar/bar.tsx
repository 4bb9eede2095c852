import { PanelLeft, SquarePen } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useControlKey } from '../../lib/control-key.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Logo } from '../../ui/frame/logo.tsx'
import { LanguageButton, ThemeButton } from '../../ui/frame/preference-buttons.tsx'
import { SearchButton } from '../../ui/frame/search-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LookButton } from '../look.tsx'
import { readingWords } from '../reading.words.ts'
import { Share } from '../share/share.tsx'
import { ClientMadeEdit, isClientMade } from './client-made.tsx'
import { ItemBarMore } from './more.tsx'
import type { BarProps } from './props.ts'

export function ItemBar(props: BarProps) {
  const { info, edit, share, hasTree, onTree } = props
  const t = useWords(readingWords)
  const account = useAccount()
  const { pathname, search } = useLocation()
  const control = useControlKey()
  return (
    <header className="top read-top">
      <a className="skip" href="#text">
        {t.skip}
      </a>
      {hasTree && (
        <IconButton className="only-narrow" name={t.contents} onClick={onTree}>
          <PanelLeft className="i" aria-hidden="true" />
        </IconButton>
      )}
      <Link className="brand" to={account ? paths.items() : paths.home()} aria-label={account ? t.toItems : t.toHome}>
        <Logo />
      </Link>
      <span className="item cut">{info.item_name}</span>
      <span className="grow" />
      <SearchButton words={t.search} />
      <span className="acts">
        <Share share={share} />
        {edit && (
          <Link className="btn s" to={edit} data-tip={t.editPage} data-keys={`${control}E`} aria-label={t.editPage}>
            <SquarePen className="i" aria-hidden="true" />
            <span>{t.edit}</span>
          </Link>
        )}
        {account && props.view && isClientMade(info) && <ClientMadeEdit />}
        <LookButton />
        <LanguageButton />
        <ThemeButton />
      </span>
      {!account && (
        <Link className="btn quiet s log-in" to={paths.login(pathname + search)}>
          {t.logIn}
        </Link>
      )}
      <ItemBarMore {...props} />
    </header>
  )
}
