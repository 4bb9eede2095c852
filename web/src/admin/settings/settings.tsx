import { TOKEN_DAYS_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { api, read } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { FieldFrame } from '../../ui/forms/field.tsx'
import { required, useFormField } from '../../ui/forms/form.tsx'
import { FormRadios, FormText } from '../../ui/forms/form-fields.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { Block } from '../../ui/settings/block.tsx'
import { Settings } from '../../ui/settings/reminder.tsx'
import { type Config, ConfigForm, ConfigSwitch } from '../config.tsx'
import { CountField } from '../fields.tsx'
import { EnginesSettings } from './engines.tsx'
import { siteWords } from './settings.words.ts'
import { StorageSettings } from './storage.tsx'

/** The value of home_page that selects an item. */
const ITEM = '3'
/** SPEC 9: the picker loads one page of this many. */
const PICKER_ITEMS_MAX = '1000'

/** The start page of the site: the product page, the login or an item. */
function HomeFields() {
  const t = useWords(siteWords)
  const { value } = useFormField('home_page')
  return (
    <>
      <FormRadios
        name="home_page"
        label={t.homeKind}
        stacked
        options={[
          { value: '1', label: t.homePage },
          { value: '2', label: t.homeLogin },
          { value: ITEM, label: t.homeItem },
        ]}
      />
      {value === ITEM && <ItemPicker />}
    </>
  )
}

/** Selects any item of the site by its name or owner. */
function ItemPicker() {
  const t = useWords(siteWords)
  const { value, wrong, control, set } = useFormField('home_item', { check: required(t.itemMissing) })
  const list = useQuery(read(api.adminItem.getList, { item_name: '', username: '', page: '1', count: PICKER_ITEMS_MAX }))
  const options = list.data?.items.map((item) => ({
    value: item.item_id,
    label: item.username ? `${item.item_name} (${item.username})` : item.item_name,
  }))
  return (
    <FieldFrame label={t.item} help={t.itemHelp} wrong={wrong}>
      {(props) => (
        <Combobox
          {...props}
          inputRef={control}
          waiting={list.isPending}
          options={options ?? []}
          empty={list.error ? t.itemFailed : t.itemNone}
          placeholder={t.itemMissing}
          value={value || undefined}
          onChange={set}
        />
      )}
    </FieldFrame>
  )
}

/** The settings of the whole site. */
export function SiteSettings() {
  const t = useWords(siteWords)
  /* The forms must open with the current values. */
  const config = useQuery({ ...read(api.adminSetting.loadConfig, {}), gcTime: 0, staleTime: 0 })
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      {config.data ? (
        <Sections config={config.data} />
      ) : config.error ? (
        <ErrorNote title={t.failed} error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </>
  )
}

/** Mail about news, on a server that sends mail. */
function MailSettings({ config }: { config: Config }) {
  const t = useWords(siteWords)
  const { mail } = useBoot()
  if (!mail)
    return (
      <Block title={t.mail} about={t.mailAbout}>
        <p className="help">{t.mailOff}</p>
      </Block>
    )
  const select = ({ mail_per_minute }: Config) => ({ mail_per_minute })
  const content = (
    <Block title={t.mailText} about={t.mailTextAbout}>
      <ConfigSwitch config={config} name="mail_content" label={t.mailContent} help={t.mailContentHelp} />
    </Block>
  )
  return (
    <ConfigForm title={t.mail} about={t.mailAbout} stored={select(config)} select={select} below={content}>
      <CountField name="mail_per_minute" label={t.mailPerMinute} help={t.mailPerMinuteHelp} from={1} to={1000} />
    </ConfigForm>
  )
}

function Sections({ config }: { config: Config }) {
  const t = useWords(siteWords)
  const { history_version_count, draft_seconds, attachment_page_size, audit_days, change_days } = config
  const { token_days_max, token_log_days, oauth_schemes, truth_days, source_versions } = config
  return (
    <Settings>
      <Block title={t.people} about={t.peopleAbout}>
        <ConfigSwitch config={config} name="register_open" label={t.register} help={t.registerHelp} />
      </Block>
      <ConfigForm title={t.home} about={t.homeAbout} stored={homeOf(config)} select={homeOf} toSend={homeToSend}>
        <HomeFields />
        <FormText name="beian" label={t.beian} help={t.beianHelp} optional maxLength={255} />
      </ConfigForm>
      <ConfigForm
        title={t.writing}
        about={t.writingAbout}
        stored={{ history_version_count, change_days, draft_seconds, attachment_page_size }}
        select={({ history_version_count, change_days, draft_seconds, attachment_page_size }) => ({
          history_version_count,
          change_days,
          draft_seconds,
          attachment_page_size,
        })}
      >
        <CountField name="history_version_count" label={t.history} help={t.historyHelp} from={1} to={1000} />
        <CountField name="change_days" label={t.changeDays} help={t.changeDaysHelp} from={1} to={3650} />
        <CountField name="draft_seconds" label={t.draft} help={t.draftHelp} from={10} to={600} />
        <CountField name="attachment_page_size" label={t.rows} from={1} to={100} />
      </ConfigForm>
      <ConfigForm
        title={t.sources}
        about={t.sourcesAbout}
        stored={{ source_versions, truth_days }}
        select={({ source_versions, truth_days }) => ({ source_versions, truth_days })}
      >
        <CountField name="source_versions" label={t.sourceVersions} help={t.sourceVersionsHelp} from={2} to={1000} />
        <CountField name="truth_days" label={t.truthDays} help={t.truthDaysHelp} from={1} to={3650} />
      </ConfigForm>
      <ConfigForm title={t.log} about={t.logDaysHelp} stored={{ audit_days }} select={({ audit_days }) => ({ audit_days })}>
        <CountField name="audit_days" label={t.logDays} from={1} to={3650} />
      </ConfigForm>
      <Block title={t.asks} about={t.asksAbout}>
        <ConfigSwitch config={config} name="ask_access" label={t.asksOn} help={t.asksOnHelp} />
      </Block>
      <Block title={t.webhooks} about={t.webhooksAbout}>
        <ConfigSwitch config={config} name="webhook_on" label={t.webhookOn} help={t.webhookOnHelp} />
      </Block>
      <MailSettings config={config} />
      <EnginesSettings config={config} />
      <ConfigForm
        title={t.programs}
        about={t.programsAbout}
        stored={{ token_days_max, token_log_days, oauth_schemes }}
        select={({ token_days_max, token_log_days, oauth_schemes }) => ({ token_days_max, token_log_days, oauth_schemes })}
      >
        <CountField name="token_days_max" label={t.tokenDays} help={t.tokenDaysHelp} from={1} to={TOKEN_DAYS_MAX} />
        <CountField name="token_log_days" label={t.tokenLogDays} from={1} to={3650} />
        <FormText name="oauth_schemes" label={t.schemes} help={t.schemesHelp} optional maxLength={255} />
      </ConfigForm>
      <Block title={t.registerPrograms} about={t.registerProgramsAbout}>
        <ConfigSwitch config={config} name="oauth_register" label={t.programsRegister} help={t.programsRegisterHelp} />
        <ConfigSwitch config={config} name="oauth_documents" label={t.programsDocuments} help={t.programsDocumentsHelp} />
      </Block>
      <StorageSettings config={config} />
    </Settings>
  )
}

const homeOf = ({ home_page, home_item, beian }: Config) => ({ home_page, home_item: home_item === '0' ? '' : home_item, beian })
/** An item that was chosen before the choice changed back is not sent. */
const homeToSend = ({ home_item, ...changes }: Partial<ReturnType<typeof homeOf>>, { home_page }: ReturnType<typeof homeOf>) =>
  home_page === ITEM && home_item !== undefined ? { ...changes, home_item } : changes
