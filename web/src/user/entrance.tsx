import './entrance.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { LanguageButton, Logo, ThemeButton } from '../ui/frame/top-bar.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { authWords } from './entrance.words.ts'

/* Lines on bamboo slips, read from right to left: 《尚书·多士》, 《墨子》, 司马迁《报任安书》. */
const lines = ['惟殷先人', '有册有典', '书于竹帛', '镂于金石', '藏之名山', '传之其人']

const Slips = () => (
  <div className="slips" aria-hidden="true" lang="zh-CN">
    {lines.map((line) => (
      <div key={line} className="slip">
        <span>{line}</span>
      </div>
    ))}
    <i className="cord upper" />
    <i className="cord lower" />
  </div>
)

const hostOf = (site: string) => site.replace(/^https?:\/\//, '')

/** The frame of login, registration and set-up: the form, and decorative bamboo slips next to it. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const ui = useWords(uiWords)
  const t = useWords(authWords)
  const { site } = useBoot()
  return (
    <div className="entrance">
      <title>{`${title} - ${ui.product}`}</title>
      <div className="entrance-paper stack">
        <header>
          <Link className="brand" to={paths.home()}>
            <Logo />
            {ui.product}
          </Link>
        </header>
        <main className="entrance-form">
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {children}
        </main>
        <footer className="entrance-foot row">
          <span className="cut">{hostOf(site)}</span>
          <span className="grow" />
          <LanguageButton />
          <ThemeButton />
        </footer>
      </div>
      <aside className="entrance-desk row">
        <Slips />
        <p>{t.slips}</p>
      </aside>
    </div>
  )
}
