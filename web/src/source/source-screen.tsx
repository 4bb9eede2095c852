import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ServerHint } from '../console/environments/offer.tsx'
import { PushCode } from '../items/push/code.tsx'
import { api, isNoAccess, read } from '../lib/api.ts'
import { describedIn } from '../lib/files/description-file.ts'
import { shortDate } from '../lib/format.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { canEditCatalog, type Info } from '../tree/item-tree.ts'
import { Form, useForm } from '../ui/forms/form.tsx'
import { FormText } from '../ui/forms/form-fields.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Block } from '../ui/settings/block.tsx'
import { toast } from '../ui/toast.tsx'
import { firstPageOf } from './add-dialog.tsx'
import { ChangeList, Changes } from './changes.tsx'
import { acceptWords } from './decisions.words.ts'
import { FileZone } from './file-zone.tsx'
import { canManage, SourceFrame } from './frame.tsx'
import { Instances } from './instances/instances.tsx'
import { pushCommand } from './list-screen.tsx'
import { GonePages, LeftOut } from './missing/gone-pages.tsx'
import { DownloadMenu } from './out/download-menu.tsx'
import { UploadFailed, UploadProgress } from './progress.tsx'
import { Renamed } from './renamed.tsx'
import { SourceResult } from './report.tsx'
import { Schedule } from './schedule/schedule.tsx'
import { DeleteSource, type Detail, SourceSettings } from './settings.tsx'
import { sourcesWords, sourceWords, uploadWords } from './source.words.ts'
import { SourceCoverage, SourceState, useLabelOf } from './state.tsx'
import { useUpload } from './upload.ts'
import { Compare } from './versions/compare.tsx'
import { classesOf, Held, useVersionList, Versions } from './versions/versions.tsx'
import { WordsWaiting } from './waiting/words-waiting.tsx'

/** Uploads a newer description of a source, and reports the result. */
function NewVersion({ source_id }: { source_id: string }) {
  const t = useWords(uploadWords)
  const [file, setFile] = useState<File>()
  const form = useForm({ label: '' })
  const { state, progress, send, cancel, reset } = useUpload(api.source.push)
  const choose = async (next: File) => {
    reset()
    const { version } = await describedIn(next).catch(() => ({ version: '' }))
    form.set({ label: version })
    setFile(next)
  }
  const push = (one: File, more: { force?: '1' } = {}) =>
    void send(one, { source_id, label: form.values.label, ...more }).then((report) => report && setFile(undefined))
  if (state.at === 'sending') return <UploadProgress state={state} progress={progress} onCancel={cancel} />
  return (
    <>
      <FileZone file={file} onFile={(next) => void choose(next)} />
      {file && (
        <Form form={form} className="src-push" onSubmit={() => push(file)}>
          <FormText name="label" label={t.label} help={t.labelHelp} maxLength={200} optional />
          <div className="row">
            <button type="submit" className="btn primary">
              {t.push}
            </button>
            <button type="button" className="btn" onClick={() => setFile(undefined)}>
              {t.cancel}
            </button>
          </div>
        </Form>
      )}
      {state.at === 'failed' && <UploadFailed file={state.file} error={state.error} onAgain={() => push(state.file)} />}
      {state.at === 'done' && <SourceResult report={state.answer} onForce={() => push(state.file, { force: '1' })} />}
    </>
  )
}

type Check = Answer<'source', 'result'>['checks'][number]

interface Props {
  source_id: string
  item_id: string
  checks: Check[]
  isManager: boolean
}

/** Breaking and risky changes that builds have found before they are applied. */
function Checks({ source_id, item_id, checks, isManager }: Props) {
  const t = useWords(acceptWords)
  const language = useLanguage()
  if (checks.length === 0) return null
  const aboutOf = ({ branch, commit, label }: Check) => [branch || t.noBranch, commit.slice(0, 8), label].filter(Boolean).join(' · ')
  return (
    <section className="src-part" aria-labelledby="src-checks">
      <h2 id="src-checks">{t.checks}</h2>
      <p className="src-help">{t.checksHelp}</p>
      {checks.map((check) => (
        <div key={check.branch} className="src-check">
          <h3>
            <span className="mono">{aboutOf(check)}</span>{' '}
            <small className="muted">{t.checked(shortDate(Number(check.addtime), language))}</small>
          </h3>
          <ChangeList
            changes={check.changes}
            total={check.changes.length}
            item_id={item_id}
            accepting={isManager ? source_id : undefined}
          />
        </div>
      ))}
    </section>
  )
}

const Waiting = () => (
  <Skeleton>
    <Bone width="30%" height={26} />
    <Bone width="48%" />
    <Bone height={120} />
    <Bone height={220} />
  </Skeleton>
)

/** The label of the version that pages show, and when it came. */
function About({ source }: { source: Detail }) {
  const t = useWords(sourceWords)
  const language = useLanguage()
  const labelOf = useLabelOf()
  const { version_time, check_time } = source
  const came = shortDate(Number(version_time), language)
  const received = shortDate(Number(check_time), language)
  return (
    <span className="src-about">
      <span className="mono">{source.name}</span>
      <span>{Number(version_time) > 0 ? t.current(labelOf(source), came) : labelOf(source)}</span>
      {Number(version_time) > 0 && received !== came && <span>{t.checked(received)}</span>}
      <SourceState source={source} />
      <SourceCoverage source={source} />
    </span>
  )
}

function Loaded({ info, source }: { info: Info; source: Detail }) {
  const t = useWords(sourceWords)
  const all = useWords(sourcesWords)
  const go = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { item_id, source_id, title, name } = source
  const versions = useVersionList(source_id)
  const language = useLanguage()
  const { data: waiting } = useQuery(read(api.source.result, { source_id, language }))
  const current = versions.data?.list.find((one) => one.is_current === '1')
  const isManager = canManage(info)
  const canPush = canEditCatalog(info, source.cat_id)
  const onDeleted = () => {
    toast(t.removed(title))
    void go(paths.sources(item_id), { replace: true })
  }
  return (
    <>
      <PageHead
        back={{ to: paths.sources(item_id), text: t.back }}
        title={title || name}
        about={<About source={source} />}
        action={
          <div className="row">
            {Number(source.seq) > 0 && <DownloadMenu source={source} />}
            <Link className="btn" to={firstPageOf(info, source.cat_id)}>
              {t.toPages}
            </Link>
          </div>
        }
      />
      {isManager && source.kind === 'openapi' && <ServerHint item_id={item_id} source_id={source_id} />}
      <Held source={source} versions={versions.data?.list ?? []} isManager={isManager} />
      {waiting && <Renamed source_id={source_id} item_id={item_id} matches={waiting.matches} />}
      {waiting && <WordsWaiting source_id={source_id} item_id={item_id} words={waiting.words} />}
      {waiting && <Checks source_id={source_id} item_id={item_id} checks={waiting.checks} isManager={isManager} />}
      {canPush && (
        <Block title={t.newTitle} about={t.newAbout}>
          <NewVersion source_id={source_id} />
          <PushCode name={all.command} text={pushCommand(name, source.kind)} />
        </Block>
      )}
      {current && <Changes source_id={source_id} item_id={item_id} counts={classesOf(current)} isManager={isManager} kind={source.kind} />}
      {waiting && <GonePages source={source} pages={waiting.gone} canChange={canPush} />}
      <Versions source_id={source_id} list={versions} />
      <Instances source={source} isManager={isManager} />
      {versions.data && <Compare source_id={source_id} item_id={item_id} versions={versions.data.list} />}
      <LeftOut source={source} canPut={canPush} />
      {isManager && <Schedule source_id={source.source_id} isHeld={source.state === 'held'} />}
      {isManager && <SourceSettings source={source} />}
      {isManager && (
        <Block title={t.remove} about={t.removeAbout}>
          <button type="button" className="btn danger" onClick={() => setDeleting(true)}>
            {t.removeOpen}
          </button>
        </Block>
      )}
      {isDeleting && <DeleteSource source={source} onDeleted={onDeleted} onClose={() => setDeleting(false)} />}
    </>
  )
}

function OneSource({ info, source_id }: { info: Info; source_id: string }) {
  const t = useWords(sourceWords)
  const detail = useQuery(read(api.source.detail, { source_id }))
  const { data, error } = detail
  const isOther = data && data.item_id !== info.item_id
  if (data && !isOther) return <Loaded info={info} source={data} />
  if (!data && !error) return <Waiting />
  if (error && !isNoAccess(error)) return <ErrorNote title={t.failed} error={error} onRetry={() => void detail.refetch()} />
  return (
    <Empty
      heading
      broken
      title={t.missing}
      actions={
        <Link className="btn" to={paths.sources(info.item_id)}>
          {t.back}
        </Link>
      }
    >
      {t.missingText}
    </Empty>
  )
}

/** /item/sources/{item_id}/{source_id}: one source with its versions. */
export function SourceScreen() {
  const t = useWords(sourcesWords)
  const { item_id = '', source_id = '' } = useParams()
  return (
    <SourceFrame item_id={item_id} title={t.title} waiting={<Waiting />}>
      {(info) => <OneSource key={source_id} info={info} source_id={source_id} />}
    </SourceFrame>
  )
}
