<?php

/** Returns the event, or throws. $headers: with names in lower case; $body: file_get_contents('php://input'). */
function verify(string $secret, array $headers, string $body): array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if ($id === '' || !ctype_digit($timestamp) || $signatures === '') {
        throw new RuntimeException('A header is missing or wrong');
    }
    // An old request may be a copy that somebody sends again.
    if (abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('The timestamp is too old or too new');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // For a day after a rotation there are two signatures.
    foreach (explode(' ', $signatures) as $signature) {
        [$version, $given] = array_pad(explode(',', $signature, 2), 2, '');
        if ($version === 'v1' && hash_equals($expected, $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('The signature is wrong');
}
