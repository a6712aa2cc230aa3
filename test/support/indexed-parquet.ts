/** As pandas writes a frame with an index: `DataFrame.to_parquet`, compressed by gzip. */
export const INDEXED_FILE =
  'H4sIAAAAAAACA5VV3W7iRhgdkohGVS6yVYxAiiJk7aKtRFKbQLKsthdjEoMpYReSYOOqivwHGGzj9U/AG3G/l32QPkIfpWrv' +
  '+hydGRsSSCq1I+Mx53xzvvMN8+FPsMtSO9QRddSi0hT4DoAUAEDFNw3fFApQB9RBEZH76JM+PANvU1o2pbx6hdgt9EmntrZf' +
  'A6TBUMxS41sQj4NkPkrmTbHs7pLJ7i7XZMDbF9Bn6XIfKiCb9rWRYSvUDqD23mxlU5M3oHWI8+ygb9umPgeZdO4wVyyAQ2ov' +
  'VwHp/RwKohCa+ZpCV4Er7D6tKFdEdQBqCxvdR9MHtDydK4A00sQaO4kGliYqf6bQVfgjVfg19f+KeZbp+2WezN9bmXRhF00o' +
  'KJt2FUdX/Oxf2w+06ejG/E6bWqHt+PT7/M80skH/UszTMXZHAgxCPdCOYhvoyQktC0UMTMPS79axWPouiFwM0qFjalPdoBHj' +
  'hLYbrQg/8DBoG4GiK4GCoAfacFCs6Qwxf3vDH7+jF4tHJ+sW6Am96SCGNgxM1bGhBf8lPy5gUcw/ZsAb8SxHAm5kMZ3grPw8' +
  'yQreTIOrUoLAM9UwIHv7sMB1eoYSTD2yF5apeooXYRU3UjxvOsM694bnm1MHo6XKCXPC0otHM0/I0xMWcyC7B7vdj+L7+Ehn' +
  'f/vmBzzOhzUIYQfG4ycIy5AbQh7CIawNCcZxa/wMz5crnuvU4u9LFcILeObIjIMufMxxmGm/QxN3LthWKNd7ZanUvlcbvUB1' +
  'rsyPJqcifGLUmnqrBs1+qerrIhtKpThWluIYI2qGfZG1hPF0qDo9X63NhoItu7I4n0ilykgVb3FcqItzH+todR6t579Ip92K' +
  'VsccNHWx4iL9iXwt+EKtiWLZmdGrMobEEV3BaTOaSbhAlrojtJ7pXwtnQsM3ZbEyVktdV7U1otXrdeutm6E5kNg131qE4vkA' +
  '1br0BE0lIpq2IvZ8ma+u6hBs3/w3r2qp+VkW24xg4jorrCpxlae8dtqNYo619Do/6SO/q71pMD72rNp8IGP/taYrN4Ykl2xb' +
  'llrvDl7iXvKhiBWmPe4QHmkHWsMa6A1rtlyrOp1Su/bCntWR5/q8Kl1jjzyjN5pu3+kxye95PiB4O5JFnlFPBYIJ9hzFNEea' +
  'M4lrbFjouXmvx/tXkqXmF0WshmTvxgLbGsPw6rpZXfcuW5rTdtVSmWhcReV5a3xpDjqwjo/iMg494jMMb1aH+OIKtwY+3XBE' +
  'QI00AlyNC3xTxG4Zn+8Lcs61WIQMHiZNcot51E+NpC86jyKXt6RpuCFc9c9yFeS8JN9l0lQ/gmzeVbzPoREca657TP4E8kmT' +
  '5+P2zxXRmwm/nH5H//Kf0Gv3H/ur5Wp7BwAA';
