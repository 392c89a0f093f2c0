const ErrorMessage = ({ error, "data-testid": testId }: { error?: string | null; "data-testid"?: string }) =>
  error ? <div data-testid={testId}>{error}</div> : null

export default ErrorMessage
