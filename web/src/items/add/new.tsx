import { DOMAIN } from '@sheaf/contract/limits'
import { Button, Form, Input } from 'antd'
import { BookOpen, FileText, Table2 } from 'lucide-react'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { UnsavedForm } from '../../ui/forms/form-changes.tsx'
import { AccessChoice, type AccessFields, passwordOf } from './access.tsx'
import { addItemWords } from './add-item.words.ts'
import { Basics, Refused } from './basics.tsx'
import { Choices } from './choices.tsx'
import { useAddItem } from './send.ts'

interface Fields extends AccessFields {
  item_type: '1' | '2' | '4'
  item_name: string
  item_description?: string
  item_domain?: string
}

const ofDomain = (code: number) => code === 10304 || code === 10305

/** The tab "New": kind, name, who may read it. */
export function NewItem() {
  const t = useWords(addItemWords)
  const boot = useBoot()
  const [form] = Form.useForm<Fields>()
  const { send, busy, error, codeOfError } = useAddItem()

  const submit = (fields: Fields) =>
    send(
      {
        item_type: fields.item_type,
        item_name: fields.item_name.trim(),
        item_description: fields.item_description?.trim() ?? '',
        item_domain: fields.item_domain?.trim() ?? '',
        password: passwordOf(fields),
      },
      {
        onError: (refusal) => {
          if ('code' in refusal && ofDomain(Number(refusal.code))) form.setFields([{ name: 'item_domain', errors: [refusal.message] }])
        },
      },
    )
  const isDomain = async (_rule: unknown, value = '') => {
    const domain = value.trim()
    if (domain && !DOMAIN.test(domain)) throw new Error(t.domainRule)
    if (/^\d+$/.test(domain)) throw new Error(t.domainDigits)
  }
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      initialValues={{ item_type: '1', access: 'open' }}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={submit}
    >
      <Form.Item name="item_type" label={t.kind} required>
        <Choices
          label={t.kind}
          choices={[
            { value: '1', name: t.regular, help: t.regularHelp, icon: BookOpen },
            { value: '2', name: t.single, help: t.singleHelp, icon: FileText },
            { value: '4', name: t.sheet, help: t.sheetHelp, icon: Table2 },
          ]}
        />
      </Form.Item>
      <Basics />
      <Form.Item
        name="item_domain"
        label={t.domain}
        extra={t.domainHelp(boot.site.replace(/^https?:\/\//, ''))}
        rules={[{ validator: isDomain }]}
        validateTrigger={['onBlur', 'onSubmit']}
      >
        <Input maxLength={100} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <AccessChoice />
      <Refused error={ofDomain(codeOfError) ? null : error} />
      <Button type="primary" htmlType="submit" disabled={busy}>
        {busy ? t.creating : t.create}
      </Button>
      <UnsavedForm isBusy={busy} isLostByTab />
    </Form>
  )
}
