import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { FirstSteps, useFirstSteps } from '../../items/first-steps/first-steps.tsx'
import { api, read } from '../../lib/api.ts'
import { sizeOf } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import type { SiteFigures } from '../list.tsx'
import { LineChart } from './line-chart.tsx'
import { overviewWords } from './overview.words.ts'

const numberOf = (n: number) => n.toLocaleString('en-US')

/** The current four key figures of the site. */
function Figures({ now }: { now: SiteFigures['now'] }) {
  const t = useWords(overviewWords)
  const pagesMore = Number(now.pages_more)
  const figures = [
    [t.users, numberOf(Number(now.users)), t.usersNew(Number(now.users_new))],
    [t.items, numberOf(Number(now.items)), t.archived(Number(now.items_archived))],
    [t.pages, numberOf(Number(now.pages)), pagesMore < 0 ? t.pagesFewer(-pagesMore) : t.pagesMore(pagesMore)],
    [t.stored, sizeOf(Number(now.stored)), t.files(Number(now.files))],
  ] as const
  return (
    <dl className="adm-figures">
      {figures.map(([name, figure, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b className="num">{figure}</b>
            <span>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The items whose pages are read most, as bars. */
function MostRead({ items }: { items: SiteFigures['most_read'] }) {
  const t = useWords(overviewWords)
  const most = Math.max(1, ...items.map((item) => Number(item.views)))
  return (
    <section>
      <h2>{t.mostRead}</h2>
      <p className="muted">{t.mostReadText}</p>
      {items.length === 0 && <p className="muted">{t.mostReadNone}</p>}
      <ol className="adm-bars">
        {items.map((item) => (
          <li key={item.item_id}>
            <Link className="cut" to={paths.item(item)} title={item.item_name}>
              {item.item_name}
            </Link>
            <i aria-hidden="true">
              <em style={{ width: `${(Number(item.views) / most) * 100}%` }} />
            </i>
            <span className="num">{numberOf(Number(item.views))}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Key figures of the site and their development. */
export function Overview() {
  const t = useWords(overviewWords)
  const [days, setDays] = useState(30)
  const info = useQuery({ ...read(api.adminOverview.info, { days: String(days) }), placeholderData: keepPreviousData })
  const { steps, isPending } = useFirstSteps()
  const data = info.data
  return (
    <>
      <div className="adm-head">
        <h1>{t.title}</h1>
        <fieldset className="seg" aria-label={t.period}>
          {[30, 90, 365].map((length) => (
            <button key={length} type="button" aria-pressed={days === length} onClick={() => setDays(length)}>
              {length === 365 ? t.year : t.days(length)}
            </button>
          ))}
        </fieldset>
      </div>
      {info.error && !data && <ErrorNote title={t.failed} error={info.error} onRetry={() => void info.refetch()} />}
      {!data && !info.error && <Waiting />}
      {data && !isPending && (
        <>
          {steps.length > 0 && <FirstSteps steps={steps} />}
          <Figures now={data.now} />
          {data.days.length < 2 ? <p className="line-note info adm-first">{t.first}</p> : <Charts figures={data} />}
        </>
      )}
    </>
  )
}

function Charts({ figures }: { figures: SiteFigures }) {
  const t = useWords(overviewWords)
  const days = figures.days.map((day) => day.day)
  const curve = (name: 'users' | 'pages' | 'stored' | 'views' | 'fetched') => figures.days.map((day) => Number(day[name]))
  const chart = (title: string, text: string, name: Parameters<typeof curve>[0], bytes = false) => (
    <section>
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      <LineChart name={title} days={days} values={curve(name)} write={bytes ? sizeOf : numberOf} bytes={bytes} />
    </section>
  )
  return (
    <>
      <div className="adm-charts first">
        {chart(t.views, t.viewsText, 'views')}
        <MostRead items={figures.most_read} />
      </div>
      <div className="adm-charts">
        {chart(t.pages, t.atEvening, 'pages')}
        {chart(t.users, t.atEvening, 'users')}
        {chart(t.storage, t.atEvening, 'stored', true)}
        {chart(t.traffic, t.trafficText, 'fetched', true)}
      </div>
    </>
  )
}

const Waiting = () => (
  <Skeleton>
    <div className="adm-figures">
      {[1, 2, 3, 4].map((at) => (
        <div key={at}>
          <Bone width="40%" />
          <Bone width="55%" height={36} />
          <Bone width="70%" />
        </div>
      ))}
    </div>
    <Bone height={200} />
  </Skeleton>
)
