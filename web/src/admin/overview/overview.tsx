import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { sizeOf } from '../../lib/format/sizes.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Bone, Skeleton } from '../../ui/frame/skeleton.tsx'
import type { SiteFigures } from '../admin-rows.ts'
import { Figures, numberOf } from './figures.tsx'
import { LineChart } from './line-chart.tsx'
import { MostRead } from './most-read.tsx'
import { overviewWords } from './overview.words.ts'

/** What there is, and how it grows. */
export function Overview() {
  const t = useWords(overviewWords)
  const [days, setDays] = useState(30)
  const info = useQuery({ ...read(api.adminOverview.info, { days: String(days) }), placeholderData: keepPreviousData })
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
      {data && (
        <>
          <Figures now={data.now} />
          {data.days.length < 2 && <p className="line-note info adm-first">{t.first}</p>}
          <Charts figures={data} />
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
