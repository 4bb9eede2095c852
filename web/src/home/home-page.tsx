import './home.css'
import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { homeWords } from './home.words.ts'
import { HomeFoot } from './home-foot.tsx'
import { HomeTop } from './home-top.tsx'
import { Kinds } from './kinds.tsx'
import { Shot } from './shot.tsx'
import { Strengths } from './strengths.tsx'

/** The marketing sections (SPEC 1). */
export function HomePage({ beian }: { beian: string }) {
  const t = useWords(homeWords)
  const { registerOpen } = useBoot()
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
            <div className="row">
              <Link className="btn primary l" to={account ? paths.items() : paths.login()}>
                {account ? t.toItems : t.signIn}
              </Link>
              {!account && registerOpen && (
                <Link className="btn l quiet" to={paths.register()}>
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
