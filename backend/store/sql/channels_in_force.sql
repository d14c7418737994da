select channel, folder, layer, provider, accounts, format, csv_profile, encoding, currency from review.channels order by channel
