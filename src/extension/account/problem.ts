import {
  meaningOf,
  type PasswordError,
  type Problem,
  type ProblemKind,
  type ServiceError,
  type SignInError,
} from '../../service';

const MAX_DETAIL = 500;

export const problem = (kind: ProblemKind, detail = '', waitMs: number | null = null): Problem => ({
  kind,
  detail: detail.slice(0, MAX_DETAIL),
  waitMs,
});

/** Converts the error of a call to a problem for pages. */
export const serviceProblem = (error: ServiceError): Problem =>
  problem(error.kind, detailOf(error), meaningOf(error).waitMs);

function detailOf(error: ServiceError): string {
  switch (error.kind) {
    case 'moved':
      return error.to ?? '';
    case 'server':
      return String(error.status);
    case 'refused':
      return error.message;
    case 'oauth':
      return error.description || error.code;
    case 'not-this-service':
      return error.stranger;
    case 'malformed':
      return error.issues.slice(0, 3).join('; ');
    case 'invalid': {
      const fields = error.fields.map(({ field, message }) => `${field}: ${message}`);
      return [...error.messages, ...fields].join('; ');
    }
    default:
      return '';
  }
}

/** Converts the error of a sign-in to a problem for pages. */
export function signInProblem(error: SignInError | PasswordError): Problem {
  switch (error.kind) {
    case 'service':
      return serviceProblem(error.error);
    case 'refused':
      return problem('not-granted', error.description || error.code);
    case 'client-not-accepted':
      return problem('client-not-accepted', error.description);
    case 'not-offered':
      return problem('password-not-offered');
    default:
      return problem(error.kind);
  }
}
