import { Field } from '../../../ui/field.tsx'

type PromptFieldProps = { rows: number; value: string; onChange: (prompt: string) => void; error: string | undefined }

export const PromptField = ({ rows, value, onChange, error }: PromptFieldProps) => (
  <Field
    name="prompt"
    label="Prompt"
    multiline
    rows={rows}
    required
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    hint="What the picture shows: a place, things in it, the weather, the time of day, colors, a mood."
    error={error}
  />
)
