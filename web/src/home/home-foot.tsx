import { Link } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { NewTab } from '../ui/new-tab.tsx'
import { homeWords } from './home.words.ts'

/** How it is started, the last button, and what must be said at the end. */
export function HomeFoot({ beian }: { beian: string }) {
  const t = useWords(homeWords)
  const { version } = useBoot()
  return (
    <>
      <section className="run">
        <div>
          <h2>{t.runTitle}</h2>
          <p>{t.runText}</p>
          <Link className="btn primary l" to={paths.login()}>
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
