import { factsOf } from '@sheaf/contract/languages'
import './home.css'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, Globe, Server, Terminal, Users } from 'lucide-react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { LanguageButton, Logo, ThemeButton } from '../ui/frame/top-bar.tsx'
import { NewTab } from '../ui/icon-button.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { homeWords } from './home.words.ts'
import { Kinds } from './kinds.tsx'

/** The commands to start the server, the last button and the footer. */
function HomeFoot({ beian }: { beian: string }) {
  const t = useWords(homeWords)
  const { version } = useBoot()
  return (
    <>
      <section className="run">
        <div>
          <h2>{t.runTitle}</h2>
          <p>{t.runText}</p>
          <Link className="btn primary large" to={paths.login()}>
            {t.start}
          </Link>
        </div>
        <div className="sample">
          <div className="sample-line muted">{t.shell}</div>
          <pre>
            <span className="hljs-comment">{t.runComment}</span>
            {'\nnpm install\nnpm start'}
          </pre>
        </div>
      </section>
      <footer>
        <span>{t.openSource}</span>
        <span className="grow" />
        {beian && (
          <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
            {beian}
            <NewTab />
          </a>
        )}
        <span>{version}</span>
      </footer>
    </>
  )
}

/** Teamwork, automation, open source and hosting. */
function Strengths() {
  const t = useWords(homeWords)
  const all = [
    [Users, t.teamTitle, t.teamText],
    [Terminal, t.autoTitle, t.autoText],
    [Server, t.openTitle, t.openText],
    [Globe, t.hostedTitle, t.hostedText],
  ] as const
  return (
    <ul className="strengths">
      {all.map(([Icon, title, text]) => (
        <li key={title}>
          <Icon className="i" aria-hidden="true" />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  name: 'reading' | 'editor' | 'items'
  alt: string
  big?: boolean
}

/** A screenshot in the reader's language; only the one of the current theme loads. scripts/pictures.mjs creates them. */
function Shot({ name, alt, big = false }: Props) {
  const { base } = useBoot()
  const file = `${base}/pictures/${name}${factsOf(useLanguage()).pictures}`
  const common = { width: 1440, height: 900, loading: 'lazy', decoding: 'async', alt } as const
  return (
    <div className={big ? 'shot big' : 'shot'}>
      <img {...common} className="if-light" src={`${file}.webp`} alt={alt} />
      <img {...common} className="if-dark" src={`${file}-dark.webp`} alt={alt} />
    </div>
  )
}

function HomeTop() {
  const t = useWords(homeWords)
  const ui = useWords(uiWords)
  const account = useAccount()
  return (
    <header className="top">
      <Link className="brand" to={paths.home()}>
        <Logo />
        {ui.product}
      </Link>
      <span className="grow" />
      <LanguageButton />
      <ThemeButton />
      <Link className="btn" to={account ? paths.items() : paths.login()}>
        {account ? t.toItems : t.signIn}
      </Link>
    </header>
  )
}

/** The marketing sections (SPEC 1). */
function HomePage({ beian }: { beian: string }) {
  const t = useWords(homeWords)
  const { registerOpen, unclaimed } = useBoot()
  const account = useAccount()
  return (
    <div className="home">
      <title>{t.documentTitle}</title>
      <HomeTop />
      <main className="home-in">
        <section className="hero">
          <h1>{t.title}</h1>
          <div>
            <p>{t.lead}</p>
            {unclaimed && <p className="line-note">{t.unclaimed}</p>}
            <div className="row">
              <Link className="btn primary large" to={account ? paths.items() : paths.login()}>
                {account ? t.toItems : t.signIn}
              </Link>
              {!account && registerOpen && !unclaimed && (
                <Link className="btn large quiet" to={paths.register()}>
                  {t.createAccount}
                  <ArrowRight className="i" aria-hidden="true" />
                </Link>
              )}
            </div>
          </div>
        </section>
        <Shot name="reading" alt={t.readingPicture} big />
        <Kinds />
        <section className="feature">
          <div>
            <h2>{t.writeTitle}</h2>
            <p>{t.writeText}</p>
            <ul>
              {[t.write1, t.write2, t.write3].map((line) => (
                <li key={line}>
                  <Check className="i" aria-hidden="true" />
                  {line}
                </li>
              ))}
            </ul>
          </div>
          <Shot name="editor" alt={t.editorPicture} />
        </section>
        <section className="feature turned">
          <Shot name="items" alt={t.itemsPicture} />
          <div>
            <h2>{t.placeTitle}</h2>
            <p>{t.placeText}</p>
          </div>
        </section>
        <Strengths />
        <HomeFoot beian={beian} />
      </main>
    </div>
  )
}

const LOGIN = '2'
const ITEM = '3'

/** SPEC 2 Home: the site's setting decides whether this is the full page, the login or an item. */
export function HomeScreen() {
  const { data, isPending } = useQuery(read(api.common.homePageSetting, {}))
  if (isPending) return <div className="screen-wait" aria-busy="true" />
  if (data?.home_page === LOGIN) return <Redirect to={paths.login()} />
  if (data?.home_page === ITEM && Number(data.home_item)) return <Redirect to={paths.item({ item_id: data.home_item })} />
  return <HomePage beian={data?.beian ?? ''} />
}
