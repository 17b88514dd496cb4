// The bundled texts of standalone-*.ts. The build makes this module; the tests make it from the sources.
declare module '#standalone-runtime' {
  /** Each text declares `runtime`, and contains what the texts before it contain. */
  export const plain: string;
  export const constrained: string;
  export const whole: string;
  export const guarded: string;
}
